import { nodeStates } from '@reelyard/shared/contracts/node-protocol.ts';
import { describe, expect, test } from 'vitest';
import { eventOfReturn, heldBy, nextNodeState, statesChangedBy } from './node-status.ts';

describe('node states', () => {
  test.each([
    ['ready', 'drain', 'draining'],
    ['ready', 'silent', 'lost'],
    ['lost', 'seen', 'ready'],
    ['draining', 'seen', 'draining'],
    ['quarantined', 'seen', 'quarantined'],
    ['quarantined', 'recover', 'ready'],
    ['quarantined', 'resume', 'ready'],
    ['draining', 'resume', 'ready'],
    ['lost', 'resume', 'lost'],
    ['draining', 'quarantine', 'draining'],
    ['ready', 'goodbye', 'offline'],
  ] as const)('a %s node that meets "%s" is %s', (state, event, expected) => {
    expect(nextNodeState(state, event)).toBe(expected);
  });

  test('a node that said goodbye never comes back under the same token', () => {
    for (const event of ['seen', 'drain', 'resume', 'quarantine', 'recover', 'silent'] as const) {
      expect(nextNodeState('offline', event)).toBe('offline');
    }
  });

  test.each([
    ['drain', 'draining'],
    ['quarantine', 'quarantined'],
    ['resume', 'ready'],
  ] as const)('a node that fell silent after an operator said "%s" comes back %s', (event, expected) => {
    expect(nextNodeState('lost', eventOfReturn(heldBy(event)))).toBe(expected);
  });

  test('the states that an event changes are exactly those of the table', () => {
    for (const event of ['seen', 'drain', 'resume', 'quarantine', 'recover', 'goodbye', 'silent'] as const) {
      const changed = statesChangedBy(event);
      for (const state of nodeStates) {
        expect(changed.find(({ from }) => from === state)?.to ?? state).toBe(nextNodeState(state, event));
      }
    }
  });
});
