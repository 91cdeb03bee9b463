/** Calm and dense; one accent, state colours for states only; dark or light by the reader's setting. */
export const STYLE = `
:root{color-scheme:light dark;--ink:#1b1f24;--soft:#59636e;--line:#d8dde3;--ground:#fff;--panel:#f6f7f9;--accent:#2f5fd0;--loop:#c62f2f;--warn:#a66200;--ok:#1a7f4b;--tick:#aeb7c1;--mark:#fde9b0}
@media(prefers-color-scheme:dark){:root{--ink:#e5e9ee;--soft:#95a0ac;--line:#30363d;--ground:#0f1317;--panel:#171c22;--accent:#7ea2ff;--loop:#ff6b61;--warn:#e3a33b;--ok:#4cc38a;--tick:#4a545f;--mark:#5a4712}}
*{box-sizing:border-box}
body{margin:0 auto;padding:32px 24px 64px;max-width:1200px;background:var(--ground);color:var(--ink);font:15px/1.5 system-ui,sans-serif;font-variant-numeric:tabular-nums}
h1{font-size:22px;margin:0 0 4px}h2{font-size:16px;margin:36px 0 8px}p{margin:0 0 12px;max-width:75ch}
.soft{color:var(--soft)}.looping{color:var(--loop)}.suspicious{color:var(--warn)}.healthy{color:var(--ok)}
.figures{display:flex;flex-wrap:wrap;gap:8px 32px;margin:20px 0;padding:0;list-style:none}
.figures b{display:block;font-size:24px;line-height:1.2}
table{border-collapse:collapse;width:100%;font-size:14px}th{text-align:left;font-weight:600;color:var(--soft)}
th,td{padding:5px 12px 5px 0;border-bottom:1px solid var(--line);vertical-align:top}td.n,th.n{text-align:right}
td{overflow-wrap:anywhere}.tallies{display:grid;grid-template-columns:repeat(auto-fit,minmax(270px,1fr));gap:0 40px}
details{border:1px solid var(--line);border-radius:6px;margin:8px 0;background:var(--panel)}
summary{cursor:pointer;padding:8px 12px}summary:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.body{padding:4px 12px 14px;overflow-x:auto}
.strip,.bars{display:block;margin:8px 0}.strip{width:100%}.scale{display:flex;justify-content:space-between;gap:8px;color:var(--soft);font-size:12px;border-top:1px solid var(--line)}.scale i{font-style:normal;opacity:.75}.wide{overflow-x:auto}
rect{fill:var(--tick)}rect.turn{fill:var(--accent)}rect.loop{fill:var(--loop)}rect.span{fill:var(--loop)}rect.axis{fill:var(--line)}rect.bar{fill:var(--accent)}path.act{fill:var(--warn)}
.body>p{margin:16px 0 6px;max-width:none}.pair>div{color:var(--soft);font-size:13px}.pair pre{color:var(--ink)}.pair{display:grid;grid-template-columns:1fr 1fr;gap:12px}@media(max-width:700px){.pair{grid-template-columns:1fr}body{padding:20px 14px}}
pre{margin:4px 0 0;padding:8px;background:var(--ground);border:1px solid var(--line);border-radius:4px;font:12.5px/1.45 ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere;max-height:260px;overflow-y:auto}
summary{overflow-wrap:anywhere}.cost{font-weight:600}code{font:13px ui-monospace,monospace;overflow-wrap:anywhere}
.filter{display:flex;flex-wrap:wrap;gap:4px 14px;margin:0 0 12px;padding:0;border:0;font-size:14px}.filter legend{float:left;margin-right:14px;color:var(--soft)}.filter label{cursor:pointer}
@media(max-width:700px){.scale span:nth-child(even){display:none}.figures b{font-size:20px}}
@media print{body{max-width:none;padding:0;font-size:11pt}.filter{display:none}details{break-inside:avoid;background:none}details::details-content{content-visibility:visible;display:block}pre{max-height:none}}
mark{background:var(--mark);color:inherit;border-radius:2px}
`;
