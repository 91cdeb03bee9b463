import { openStore } from '../store/store.js';

/** A separate process that works on a store: `node store-child.js DIR ID WHAT [COUNT]`. */
const [dir = '', id = '', what = '', count = '1'] = process.argv.slice(2);
const store = openStore(dir);

try {
  for (let i = 0; i < Number(count); i++) {
    await store.update(id, (record) => {
      if (what === 'die') process.kill(process.pid, 'SIGKILL');
      return {
        ...record,
        resets: record.resets + 1,
        feedback: [...record.feedback, { at: i, kind: 'right' }],
      };
    });
    if (i === 0) process.stdout.write('started\n');
  }
} catch (error) {
  process.stdout.write(`${String(error)}\n`);
}
