import type { DemoFleet } from '../../demo/fleet.js';
import type { Handlers } from '../../http/handler.js';

export function demoHandlers(fleet: DemoFleet): Pick<Handlers, 'getDemo' | 'startDemo' | 'stopDemo'> {
  return {
    getDemo: () => fleet.status(),
    async startDemo({ body }) {
      await fleet.start(body.operator_id);
      return fleet.status();
    },
    async stopDemo({ body }) {
      await fleet.stop(body.operator_id);
      return fleet.status();
    },
  };
}
