import { playDemo, stopDemo, useDemo } from './play.js';

/** Says that what is seen is a demo, and ends it. */
export function DemoBar(): React.JSX.Element | null {
  const { isPlaying, running, problem } = useDemo();
  if (!isPlaying && problem === '') return null;
  return (
    <span className="row">
      {isPlaying && (
        <>
          <span className="note">
            The demo fleet plays: {running} agents. Most listen to the guard; worker-2 waits for you.
          </span>
          <button className="button" onClick={stopDemo}>
            End the demo
          </button>
        </>
      )}
      {problem !== '' && <span className="problem">{problem}</span>}
    </span>
  );
}

export function PlayButton(): React.JSX.Element {
  const { isPlaying, problem } = useDemo();
  return (
    <span className="row">
      <button className="button main-action" disabled={isPlaying} onClick={() => void playDemo()}>
        {isPlaying ? 'Agents are starting…' : 'Play the demo fleet'}
      </button>
      {problem !== '' && <span className="problem">{problem}</span>}
    </span>
  );
}
