// The commands of a Markdown file: every line of its `sh` blocks, with the blocks of code and output around them.
const FENCE = /^```(\w*)\n([^]*?)^```$/gm;
const SHELLS = ['sh', 'bash'];

/** All fenced blocks, in order. */
function blocksOf(markdown) {
  return [...markdown.matchAll(FENCE)].map(([, language, text]) => ({ language, text }));
}

/** Lines that belong together: inside quotes, and after a backslash. */
export function commandsIn(block) {
  const commands = [];
  let open = '';
  for (const line of block.split('\n')) {
    open = open === '' ? line : `${open}\n${line}`;
    if (isOpen(open)) continue;
    const command = withoutComment(open).trim();
    if (command !== '') commands.push(command);
    open = '';
  }
  return commands;
}

const isOpen = (text) => text.endsWith('\\') || (text.match(/'/g)?.length ?? 0) % 2 === 1;

/** A comment begins with a space and a hash, outside quotes. */
function withoutComment(text) {
  return text.includes("'") || text.includes('"') ? text : text.replace(/(?:^|\s+)#.*$/, '');
}

/** Every command of a file, with what the file says it prints: the `text` block that follows in the same section. */
export function commandsOf(markdown) {
  const sections = markdown.split(/^(?=#{1,6} )/m);
  return sections.flatMap((section) => {
    const blocks = blocksOf(section);
    const programs = blocks.filter(({ language }) => language === 'js').map(({ text }) => text);
    return blocks.flatMap(({ language, text }, i) => {
      if (!SHELLS.includes(language)) return [];
      const next = blocks[i + 1];
      const prints = next?.language === 'text' ? next.text : undefined;
      return commandsIn(text).map((command) => ({ command, program: programs[0], prints }));
    });
  });
}
