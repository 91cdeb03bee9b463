/** A name and its value, inside a list of facts. */
export function Fact({
  name,
  children,
}: {
  readonly name: string;
  readonly children: React.ReactNode;
}): React.JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
