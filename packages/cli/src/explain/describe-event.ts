const MAX_TEXT = 300;

/** One event in one line: `Bash(npm test) ✗ Error: boom`. */
export function describeEvent(value: unknown): string {
  const event = (typeof value === 'object' && value !== null ? value : {}) as Readonly<
    Record<string, unknown>
  >;
  switch (event['kind']) {
    case 'call': {
      const mark = event['isError'] === true ? '✗' : '→';
      return `${callText(event)} ${mark} ${short(event['result'])}`;
    }
    case 'attempt':
      return `${callText(event)} … no outcome`;
    case 'turn':
      return `[${short(event['role'])}: ${short(event['reason'] ?? 'prompt')}] ${short(event['text'])}`;
    case 'delta':
      return `(${short(event['channel'] ?? 'text')}) ${short(event['text'])}`;
    case 'message':
      return `“${short(event['text'])}”`;
    case 'edit':
      return `edit of ${short(event['path'])}`;
    case 'error':
      return `error ${short(event['type'])}: ${short(event['message'])}`;
    default:
      return short(event);
  }
}

function callText({ tool, args }: Readonly<Record<string, unknown>>): string {
  const fields = typeof args === 'object' && args !== null ? Object.entries(args) : [];
  const text = fields.length === 1 && typeof fields[0]?.[1] === 'string' ? fields[0][1] : short(args);
  return `${short(tool)}(${text.slice(0, MAX_TEXT)})`;
}

function short(value: unknown): string {
  const text = typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
  return text.slice(0, MAX_TEXT).replace(/\s+/g, ' ').trim();
}
