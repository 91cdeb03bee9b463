/** One check of the doctor, with a hint. */
export interface Check {
  readonly what: 'settings' | 'switches' | 'trust' | 'trial' | 'fired' | 'failures';
  /** `waiting`: everything is in place, and the agent has not run the hook yet. */
  readonly state: 'ok' | 'waiting' | 'wrong';
  readonly text: string;
  readonly todo?: string;
}

export function fine(what: Check['what'], text: string): Check {
  return { what, state: 'ok', text };
}

export function wrong(what: Check['what'], text: string, todo: string): Check {
  return { what, state: 'wrong', text, todo };
}

export function waiting(todo: string): Check {
  return { what: 'fired', state: 'waiting', text: 'waiting for the first event of the agent', todo };
}
