/**
 * The public vocabulary: the words of the core's lexicon, which detectors look for in the names of tools and
 * fields, in commands and in outcomes. They say nothing about a person or a project. The export replaces all
 * other words.
 */
export const KEPT_WORDS: ReadonlySet<string> = new Set(
  `
add agent apt ask blocked body busy cannot cat check checkout chmod code command commit content could cp
create delete describe description dev edit empty error exception fail failed fetch file find found get git
glob grep handoff hours in inspect install invalid iserror kill list lookup ls matching message min minutes
mkdir move ms mv new no not nothing null ok old open order out output pass passed patch path pending
permitted pip pkill plan post progress pull query queued read reason rejected rename replace rg rm running
save screenshot scroll search seconds sed send set show sleep starting status still submit success
successful successfully sudo tail task tee text think thought timed timeout todo todos transfer type unable
unknown update url view wait waiting without write yield
`
    .trim()
    .split(/\s+/),
);
