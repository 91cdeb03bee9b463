/** A name and its value, inside a list of facts; what the name means is its tooltip. */
export function Fact({
  name,
  meaning,
  children,
}: {
  readonly name: string;
  readonly meaning?: string | undefined;
  readonly children: React.ReactNode;
}): React.JSX.Element {
  return (
    <div>
      <dt title={meaning}>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
