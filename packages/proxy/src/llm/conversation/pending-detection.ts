/** Detection that was put off until the request is sent. */
export interface PendingDetection {
  pendingDetection: (() => void) | undefined;
}

export function runPendingDetection(of: PendingDetection): void {
  const judge = of.pendingDetection;
  of.pendingDetection = undefined;
  try {
    judge?.();
  } catch {
    // The request is already sent, so a failure of detection does not affect the agent.
  }
}
