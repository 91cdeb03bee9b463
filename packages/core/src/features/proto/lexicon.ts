export const READ_VERBS = new Set(['read', 'view', 'get', 'list', 'search', 'find', 'fetch', 'query', 'show', 'open', 'grep', 'ls', 'glob', 'status', 'check', 'lookup', 'describe', 'scroll', 'screenshot', 'inspect', 'observe']);
export const WRITE_VERBS = new Set(['write', 'edit', 'create', 'update', 'delete', 'remove', 'insert', 'replace', 'patch', 'move', 'rename', 'install', 'append', 'set', 'str']);
export const SEND_VERBS = new Set(['send', 'post', 'publish', 'email', 'notify', 'reply', 'message', 'submit', 'pay', 'order', 'book', 'spawn', 'delegate', 'save', 'add', 'schedule', 'dispatch', 'task', 'agent', 'yield', 'complete']);
export const NOTE_WORDS = new Set(['todo', 'todos', 'plan', 'think', 'note']);
export const WAIT_WORDS = new Set(['wait', 'sleep', 'delay', 'pause']);
export const SHELL_CHANGES = /(?:^|[;&|(]\s*|\bsudo\s+)(?:mv|cp|rm|mkdir|touch|tee|patch|apply_patch|chmod|ln|tar|unzip|dd|rsync|kill|pkill)\s|\bsed\s+-i|\bperl\s+-p?i|\bgit\s+(?:apply|checkout|commit|reset|stash|merge|add|mv|rm|restore|revert|switch|pull|rebase|bisect)\b|\b(?:npm|pip3?|apt|apt-get|yarn|pnpm|cargo|go|brew|conda)\s+(?:-\S+\s+)*(?:install|i|ci|add|get|update|upgrade)\b|(?:^|[^=\-<>&0-9])>{1,2}\s*(?!&|\/dev\/null)[\w./~"'$]/;
export const NOTHING = /^\W*(?:no|none|nothing|empty|not|0|null|undefined|false|kein\w*|nichts|sin|ning\w+|aucun\w*|nenhum\w*|brak|nie|нет|没有|无|なし|ありません)\b|\b(?:no (?:results?|match\w*|output|rows?|files?|data|content|new|records?|hits?)|not found|0 (?:results?|match\w*|hits?|rows?)|no output|nothing)\b/i;
export const FAIL_STEMS = /(?:^|\n|["'>\s(\[])(?<!\b(?:0|no|without|zero)\s)(?:\w*error|\w*exception|fail(?:ed|ure|s)?|fatal|traceback|cannot|can't|could not|unable|denied|invalid|unauthorized|forbidden|refused|rejected|blocked|timed? ?out|not (?:found|allowed|permitted|exist\w*|recognized)|unknown|no such|does(?: not|n't) exist|fehler|ошибка|erreur|błąd|エラー|错误|失敗|失败|erro|fallo)\b(?!\s*(?:=|\(|s?\s*:?\s*0\b))/i;
export const PASS_WORDS = /\b(?:pass(?:ed|es)?|success(?:ful(?:ly)?)?|ok)\b/i;
export const FAIL_FIELDS: ReadonlyMap<string, (v: unknown) => boolean> = new Map([
  ['ok', (v) => v === false], ['success', (v) => v === false], ['error', (v) => typeof v === 'string' ? v !== '' : typeof v === 'object' && v !== null], ['iserror', (v) => v === true],
  ['status', (v) => typeof v === 'string' && /^(?:error|failed|failure|denied|blocked|rejected)$/i.test(v)], ['exit_code', (v)=> typeof v==='number' && v!==0], ['exitcode', (v)=> typeof v==='number' && v!==0], ['errors', (v) => Array.isArray(v) && v.length > 0],
] as [string, (v: unknown) => boolean][]);

export const ASK_WORDS = new Set(['ask', 'question', 'confirm', 'human']);
export const PENDING = /\b(?:running|pending|queued|in[_ ]progress|processing|waiting|busy|starting|building|deploying|still|scheduled)\b/i;

export const HANDOFF_WORDS = new Set(['transfer', 'handoff', 'handover', 'escalate', 'route']);

export const STILL = /\b(?:still|waiting|pending|queued|in[_ ]progress)\b/i;

export const FAIL_LINE = /(?:^|\n)[\s*>|[(]*(?:(?:[\w.]*(?:error|exception))\b\s*[:\[(]|fail(?:ed|ure|s)?\b|fatal\b|traceback\b|\d+ failed\b|e {2,})/i;
