import { expect, it } from 'vitest';
import { doorsPage } from './testing/doors.js';

it('docs/doors.md is what the code says', async () => {
  await expect(doorsPage()).toMatchFileSnapshot('../../../docs/doors.md');
});
