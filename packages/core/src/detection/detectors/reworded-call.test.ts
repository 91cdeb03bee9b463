import { call, testDetector } from '../../testing/index.js';
import { rewordedCall } from './reworded-call.js';

testDetector(rewordedCall, {
  healthy: [
    {
      name: 'many names that find nothing are a batch',
      events: [
        'Alder Metals',
        'Birch Foods',
        'Cobalt Freight',
        'Delta Tools',
        'Elm Sons',
        'Fjord Fish',
        'Grey Works',
      ].map((name) => call('screen', { name }, '{"matches":[]}')),
    },
    {
      name: 'other targets with the same acknowledgement',
      events: ['a', 'b', 'c', 'd', 'e', 'f'].map((to) =>
        call(
          'send_email',
          { to: `${to}@example.org`, body: 'come to the workshop on Monday' },
          'queued for delivery by the mail service',
        ),
      ),
    },
    {
      name: 'different files written one after the other',
      events: ['a', 'b', 'c', 'd', 'e', 'f'].map((name) =>
        call(
          'write_file',
          { path: `${name}.md`, content: 'the same licence text for every file here' },
          'ok',
        ),
      ),
    },
  ],
  looping: [
    {
      name: 'five wordings of one question, one answer',
      events: [
        'can acid be stored next to acetone',
        'is acid safe next to acetone',
        'may acid stand next to acetone',
        'can acid and acetone be stored together',
        'is acid stored next to acetone safe',
      ].map((question) =>
        call('ask', { question }, 'The documents at hand do not answer this question at all.'),
      ),
      signals: [
        { at: 2, messageId: 'same', score: 0.45 },
        { at: 3, messageId: 'same', score: 0.6 },
        { at: 4, messageId: 'same', score: 0.8 },
      ],
    },
    {
      name: 'six searches for one thing find nothing',
      events: [
        'debounce helper',
        'helper debounce',
        'debounce function',
        'function debounce helper',
        'debounce util',
        'util debounce helper',
      ].map((q) => call('search', { q }, 'No matches found')),
      signals: [
        { at: 3, messageId: 'empty', score: 0.4286 },
        { at: 4, messageId: 'empty', score: 0.5357 },
        { at: 5, messageId: 'empty', score: 0.6429 },
      ],
    },
    {
      name: 'five writes of nearly the same content to one file',
      events: ['maps', 'turns', 'makes', 'casts', 'moves'].map((verb) =>
        call(
          'write_file',
          { path: 'a.java', content: `class that ${verb} an order of the shop into a record for the store` },
          'ok',
        ),
      ),
      signals: [
        { at: 2, messageId: 'rewrite', score: 0.45 },
        { at: 3, messageId: 'rewrite', score: 0.6 },
        { at: 4, messageId: 'rewrite', score: 0.8 },
      ],
    },
  ],
});
