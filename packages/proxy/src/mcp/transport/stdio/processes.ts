import { readdirSync, readFileSync } from 'node:fs';

/** A process and its start time, because the system may reuse the id. */
export interface ProcessId {
  readonly pid: number;
  readonly startedAt: string;
}

/** All descendants of a process, from /proc on Linux; an empty list elsewhere. */
export function descendantsOf(pid: number): readonly ProcessId[] {
  const children = new Map<number, ProcessId[]>();
  for (const name of list('/proc')) {
    const stat = statOf(name);
    if (stat) children.set(stat.parent, [...(children.get(stat.parent) ?? []), stat]);
  }
  const found: ProcessId[] = [];
  const visit = (parent: number): void => {
    for (const child of children.get(parent) ?? []) {
      found.push(child);
      visit(child.pid);
    }
  };
  visit(pid);
  return found;
}

/** The processes that are still running. */
export function survivors(processes: readonly ProcessId[]): readonly ProcessId[] {
  return processes.filter(({ pid, startedAt }) => statOf(String(pid))?.startedAt === startedAt);
}

function list(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

const PARENT = 1;
const STARTED = 19;

function statOf(name: string): (ProcessId & { readonly parent: number }) | undefined {
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
    // The program name in parentheses may contain anything; the fields follow after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { pid: Number(name), parent: Number(fields[PARENT]), startedAt: fields[STARTED] ?? '' };
  } catch {
    return undefined;
  }
}
