import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '../api/client.js';

export interface Asked<T> {
  readonly data: T | undefined;
  readonly problem: string;
  readonly reload: () => void;
}

function problemText(error: unknown): string {
  if (error instanceof ApiError) return error.hint === '' ? error.message : `${error.message} ${error.hint}`;
  return error instanceof Error ? error.message : String(error);
}

const AGAIN_MS = 2000;

/** Loads data whenever `key` changes, and keeps the old data until the new data arrives. */
export function useAsk<T>(key: string, load: () => Promise<T>): Asked<T> {
  const [data, setData] = useState<T>();
  const [problem, setProblem] = useState('');
  const [turn, setTurn] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  useEffect(() => {
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    latest
      .current()
      .then((next) => {
        if (!isCurrent) return;
        setData(() => next);
        setProblem('');
      })
      .catch((error: unknown) => {
        if (!isCurrent) return;
        setProblem(problemText(error));
        // Retries, so that nobody has to reload the page after an outage.
        if (error instanceof ApiError && error.status === 0)
          timer = setTimeout(() => setTurn((n) => n + 1), AGAIN_MS);
      });
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [key, turn]);
  return { data, problem, reload: useCallback(() => setTurn((n) => n + 1), []) };
}

export interface Doing {
  readonly isBusy: boolean;
  readonly problem: string;
  readonly done: string;
  /** Runs one command at a time; its message stays until the next one. */
  readonly run: (work: () => Promise<string>) => void;
}

export function useDoing(): Doing {
  const [state, setState] = useState({ isBusy: false, problem: '', done: '' });
  const run = useCallback((work: () => Promise<string>) => {
    setState({ isBusy: true, problem: '', done: '' });
    work()
      .then((done) => setState({ isBusy: false, problem: '', done }))
      .catch((error: unknown) => setState({ isBusy: false, problem: problemText(error), done: '' }));
  }, []);
  return { ...state, run };
}
