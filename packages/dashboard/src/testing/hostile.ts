/** Hostile strings of many kinds, which must stay plain text on the page. */
const CALL = 'window.hit=1';

const MARKUP = [
  ...['<script>$</script>', '<img src=x onerror="$">', '"><svg onload=$>', "'><svg/onload='$'>", '<b>$</b>'],
  ...[
    '<iframe srcdoc="<script>$</script>">',
    '<body onload=$>',
    '<details open ontoggle=$>',
    '<math><mi//xlink:href="$">',
  ],
  ...[
    '</title><script>$</script>',
    '</textarea><script>$</script>',
    '--><script>$</script>',
    ']]><script>$</script>',
  ],
  ...[
    '<a href="javascript:$">x</a>',
    '<form action="javascript:$"><button>',
    '<object data="javascript:$">',
    '<embed src="javascript:$">',
  ],
  ...[
    '<style>@import "javascript:$"</style>',
    '<link rel=stylesheet href="javascript:$">',
    '<base href="javascript:$//">',
  ],
  ...[
    '<video><source onerror="$">',
    '<audio src=x onerror=$>',
    '<input autofocus onfocus=$>',
    '<marquee onstart=$>',
  ],
  ...[
    '<svg><script>$</script></svg>',
    '<svg><animate onbegin=$ attributeName=x dur=1s>',
    '<svg><use href="data:image/svg+xml,$">',
  ],
  ...[
    '<template><script>$</script></template>',
    '<noscript><p title="</noscript><img src=x onerror=$>">',
    '<xmp><script>$</script>',
  ],
  ...[
    '<scr<script>ipt>$</scr</script>ipt>',
    '<SCRIPT>$</SCRIPT>',
    '<script\n>$</script\n>',
    '<script/x>$</script>',
    '<img\tsrc=x\tonerror=$>',
  ],
  ...[
    '&lt;script&gt;$&lt;/script&gt;',
    '&#60;script&#62;$',
    '%3Cscript%3E$%3C/script%3E',
    '\\u003cscript\\u003e$',
    '\\x3cscript\\x3e$',
  ],
];
const ADDRESSES = [
  ...[
    'javascript:$',
    'JaVaScRiPt:$',
    ' javascript:$',
    'java\tscript:$',
    'java\nscript:$',
    'javascript&colon;$',
    'javascript://%0a$',
  ],
  ...[
    'data:text/html,<script>$</script>',
    'data:text/html;base64,PHNjcmlwdD4=',
    'vbscript:$',
    'blob:$',
    'file:///etc/passwd',
    '//evil.example/$',
  ],
  ...[
    'https://user:pass@evil.example/$',
    '#/settings',
    '?token=rbt_x',
    '../../../etc/passwd',
    '..%2f..%2f',
    '/v1/keys',
    '\\\\host\\share',
  ],
];
const TEMPLATES = [
  ...[
    '{{$}}',
    '${$}',
    '#{$}',
    '<%= $ %>',
    '{%$%}',
    '[[$]]',
    '`${$}`',
    '{{constructor.constructor("$")()}}',
    '%s%n%x',
    '$&$`$1',
  ],
  ...[
    "'; drop table sessions; --",
    '" or 1=1 --',
    '$(touch hit)',
    '`touch hit`',
    '; touch hit',
    '| touch hit',
    '\r\nset-cookie: a=b',
    'a\u0000b',
  ],
];
const KEYS = [
  ...[
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    'valueOf',
    '__defineGetter__',
    'then',
    'length',
    'name',
  ],
  ...[
    'null',
    'undefined',
    'NaN',
    'true',
    '0',
    '-0',
    '1e999',
    '[object Object]',
    '{}',
    '[]',
    '""',
    "''",
    ' ',
    '.',
    '..',
  ],
];
const CONTROLS = [
  ...[
    '\u001b[31mred\u001b[0m',
    '\u001b]0;title\u0007',
    '\u001b]8;;http://evil.example\u0007link\u001b]8;;\u0007',
    '\u009b31m',
    '\u001b[2J\u001b[H',
  ],
  ...[
    '\u0000',
    '\u0007\u0007',
    'a\bb',
    'a\rb',
    'a\u000bb',
    'a\u000cb',
    '\u007f',
    '\u0085',
    '\u001b[1;1H',
    '\u001bc',
    '\u0090q\u009c',
  ],
];
const DIRECTIONS = [
  ...[
    '\u202egnp.exe',
    '\u202dabc\u202c',
    '\u2066abc\u2069',
    '\u2067abc',
    '\u200fabc',
    '\u200eabc',
    '\u061cabc',
    '\u202a\u202b\u202c',
    'مرحبا',
    'שלום abc',
  ],
];
const INVISIBLE = [
  ...[
    'a\u200bb',
    'a\u200cb',
    'a\u200db',
    '\ufeffabc',
    'a\u00adb',
    'a\u2060b',
    '\u180eabc',
    '\u115fabc',
    '\u3164',
    '\u2800',
    'a\u034fb',
    '\u{e0041}\u{e0042}',
  ],
];
const CHARACTERS = [
  ...[
    '\ud800',
    '\udc00',
    'a\ud83d',
    '\udfffb',
    '\uffff',
    '\ufffe',
    '\ufffd',
    '👩‍👩‍👧‍👦',
    '🏳️‍🌈',
    '𝕏'.repeat(20),
    'İstanbul',
    'ß'.repeat(30),
  ],
  ...[
    'e\u0301'.repeat(10),
    'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘',
    '\u0301'.repeat(60),
    '﷽﷽﷽',
    'ﷺ'.repeat(10),
    '漢字'.repeat(40),
    '\u2028a\u2029b',
    '\u00a0',
    '\u3000',
    '①②③',
  ],
];
/** Markup inside JSON, file names and shell commands. */
const WRAPPED = ['{"a":"@"}', 'cat <<EOF\n@\nEOF', 'src/@.ts', '`@`', 'https://example.org/?q=@'].flatMap(
  (wrap) => MARKUP.slice(0, 8).map((text) => wrap.replace('@', () => text)),
);
const LONG = [
  ...[
    'x'.repeat(1_000_000),
    'word '.repeat(40_000),
    '\n'.repeat(5000),
    '<b>'.repeat(20_000),
    '\u202e'.repeat(3000),
    '"'.repeat(10_000),
  ],
  ...[
    'a'.repeat(300) + ' ' + 'b'.repeat(300),
    '{'.repeat(5000),
    '👍'.repeat(5000),
    '\u001b[31m'.repeat(2000),
  ],
];

const FAMILIES: Readonly<Record<string, readonly string[]>> = {
  ...{ MARKUP, ADDRESSES, TEMPLATES, KEYS, CONTROLS, DIRECTIONS, INVISIBLE, CHARACTERS, WRAPPED, LONG },
};

export interface Hostile {
  readonly family: string;
  readonly text: string;
}

export const HOSTILE: readonly Hostile[] = Object.entries(FAMILIES).flatMap(([family, texts]) =>
  texts.map((text) => ({ family, text: text.replaceAll('$', () => CALL) })),
);
