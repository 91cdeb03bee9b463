/** One thing that was looked at: how it is, and what to do where it is not as it should be. */
export interface Check {
  readonly what: 'settings' | 'switches' | 'trust' | 'trial' | 'fired' | 'failures';
  readonly isFine: boolean;
  readonly text: string;
  readonly todo?: string;
}

export function fine(what: Check['what'], text: string): Check {
  return { what, isFine: true, text };
}

export function wrong(what: Check['what'], text: string, todo: string): Check {
  return { what, isFine: false, text, todo };
}
