import { describe, expect, test } from 'vitest';
import { entryKinds } from './ledger-entry.ts';
import { cursorOf, entryTypes, kindsOfType, ledgerQuerySchema, typeOfKind } from './ledger-query.ts';

describe('N38: the query of the ledger', () => {
  test('has a page of 50 where nothing is said', () => {
    expect(ledgerQuerySchema.parse({})).toEqual({ limit: 50 });
  });

  test('takes the cursor of any entry back', () => {
    for (const entryNo of [1, 35, 36, 1_000_000, 2_000_000_000]) {
      expect(ledgerQuerySchema.parse({ cursor: cursorOf(entryNo) }).cursor).toBe(entryNo);
    }
  });

  test('takes days and times', () => {
    const { from, to } = ledgerQuerySchema.parse({ from: '2026-11-01', to: '2026-11-02T03:00:00+01:00' });
    expect([from, to]).toEqual([new Date('2026-11-01T00:00:00Z'), new Date('2026-11-02T02:00:00Z')]);
  });

  test.each([
    [{ limit: '0' }, 'limit'],
    [{ limit: '201' }, 'limit'],
    [{ limit: '1.5' }, 'limit'],
    [{ cursor: '12' }, 'cursor'],
    [{ cursor: 'c' }, 'cursor'],
    [{ type: 'charge' }, 'type'],
    [{ from: 'yesterday' }, 'from'],
    [{ from: '2026-11-02', to: '2026-11-02' }, 'to'],
    [{ keyId: 'k'.repeat(101) }, 'keyId'],
  ])('refuses %j and names %s', (query, field) => {
    const parsed = ledgerQuerySchema.safeParse(query);
    expect(parsed.error?.issues.map(({ path }) => path[0])).toEqual([field]);
  });

  test('every kind of entry has a type and is found by it', () => {
    expect(entryKinds.every((kind) => kindsOfType(typeOfKind(kind)).includes(kind))).toBe(true);
    expect(entryTypes.flatMap(kindsOfType).sort()).toEqual([...entryKinds].sort());
  });
});
