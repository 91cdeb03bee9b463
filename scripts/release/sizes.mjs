// A table of what the packages weigh.
const kilobytes = (bytes) => `${Math.round(bytes / 1000).toLocaleString('en-US')} kB`;

export function sizeTable(packages, installed) {
  const rows = packages.map(
    ({ name, packed, unpacked }) => `| ${name} | ${kilobytes(packed)} | ${kilobytes(unpacked)} |`,
  );
  return [
    '| package | download | unpacked |',
    '| --- | --- | --- |',
    ...rows,
    '',
    `All of them in an empty project: ${installed.packages} packages, ${kilobytes(installed.bytes)}.`,
    '',
  ].join('\n');
}
