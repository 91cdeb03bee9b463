"""A loop detector for LoopBench, in Python's standard library. Try it: rutbreak loopbench -- python3 detector.py"""

import json
import sys


class Session:
    """One trace. All state of the trace belongs in here."""

    def __init__(self):
        self.last = None
        self.count = 0

    def observe(self, event):
        """Sees one event after the other and says what should happen.

        The action is "none", "warn" (tell the agent), "block" (refuse the call) or "stop" (end the run); the score
        says how sure the detector is, from 0 to 1.
        """
        if event.get("kind") != "call":
            return {"action": "none", "score": 0}
        call = json.dumps([event.get("tool"), event.get("args"), event.get("result")], sort_keys=True)
        self.count = self.count + 1 if call == self.last else 1
        self.last = call
        return {"action": "warn" if self.count >= 3 else "none", "score": min(1, self.count / 3)}


def main():
    session = Session()
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "start":
            session = Session()
        elif message["type"] == "event":
            # One line for each event, at once: LoopBench waits for it before it sends the next one.
            print(json.dumps(session.observe(message["event"])), flush=True)


if __name__ == "__main__":
    main()
