import type { Page } from 'playwright-core';
import type { FigureId, Figures, Loop, SessionDetail } from '../contract.js';
import { amount, isNothing, rungsText, whole } from '../format.js';
import { outcomeWord } from '../session/loop/outcome.js';

/** The figures of a part of the page, by id. */
export type Shown = Readonly<Record<string, string>>;

/** The text of every figure inside an element, by id. */
export const figuresIn = (page: Page, selector: string): Promise<Shown> =>
  page
    .locator(selector)
    .first()
    .evaluate((root) =>
      Object.fromEntries(
        [...root.querySelectorAll<HTMLElement>('[data-figure]')].map((one) => [
          one.dataset['figure'] ?? '',
          one.textContent.trim(),
        ]),
      ),
    );

/** Numbers in the format of the page, without zeros. */
const written = (figures: Readonly<Record<string, string | false>>): Shown =>
  Object.fromEntries(Object.entries(figures).filter((one): one is [string, string] => one[1] !== false));
const some = (value: number): string | false => value > 0 && whole(value);
const sum = (of: Parameters<typeof amount>[0]): string | false => !isNothing(of) && amount(of);

/** The figures of the fleet in the format of the page. */
export function headline({ fleet }: Figures): Shown {
  return written({
    ...{ 'fleet.sessions': whole(fleet.sessions), 'fleet.active': `${whole(fleet.active)} active` },
    ...{ 'fleet.looping': whole(fleet.looping), 'fleet.paused': whole(fleet.paused) },
    'fleet.loops_today': whole(fleet.loops_today),
    'fleet.recovered_today': whole(fleet.recovered_today),
    ...{ 'fleet.wasted': sum(fleet.wasted), 'fleet.saved': sum(fleet.saved) },
  });
}

export function sessionFigures(one: SessionDetail): Shown {
  return written({
    ...{ 'session.events': whole(one.events), 'session.held': some(one.held) },
    ...{ 'session.loops': some(one.loops), 'session.open_loops': some(one.open_loops) },
    ...{ 'session.resets': some(one.resets), 'session.refused': some(one.refused) },
    ...{ 'session.wasted': sum(one.wasted), 'session.saved': sum(one.saved) },
  });
}

export function loopFigures(loop: Loop): Shown {
  const { repeats, resets, refused, rungs, wasted, saved, is_ignored } = loop.figures;
  return written({
    ...{ 'loop.repeats': whole(repeats), 'loop.resets': some(resets), 'loop.refused': some(refused) },
    'loop.rungs': rungs.length > 0 && rungsText(rungs).replaceAll(', ', ''),
    ...{ 'loop.wasted': sum(wasted), 'loop.saved': sum(saved), 'loop.outcome': outcomeWord(loop) },
    'loop.is_ignored': is_ignored && 'agent ignored it',
  });
}

/** Figures that the page formats in another way. */
const OTHER_FORM: readonly FigureId[] = ['session.tokens', 'session.cost', 'loop.since'];
export const without = (shown: Shown): Shown =>
  Object.fromEntries(Object.entries(shown).filter(([id]) => !OTHER_FORM.includes(id as FigureId)));

/** The loop that a session shows in full. */
export function newestOf(loops: readonly Loop[]): Loop | undefined {
  return loops.toSorted((a, b) => b.last_at - a.last_at || a.id.localeCompare(b.id))[0];
}
