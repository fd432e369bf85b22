import type { FastifyRequest } from 'fastify';
import { Refusal } from './refusal.ts';

interface KnownRoute {
  readonly segments: readonly string[];
  readonly methods: Set<string>;
}

const segmentsOf = (url: string): string[] => url.replace(/\/+$/, '').split('/').slice(1);

const segmentMatches = (pattern: string, actual: string): boolean => pattern.startsWith(':') || pattern === actual;

const matches = (pattern: readonly string[], actual: readonly string[]): boolean => {
  const isOpenEnded = pattern.at(-1) === '*';
  const fixed = isOpenEnded ? pattern.slice(0, -1) : pattern;
  if (isOpenEnded ? actual.length <= fixed.length : actual.length !== fixed.length) return false;
  return fixed.every((segment, index) => segmentMatches(segment, actual[index] ?? ''));
};

/** Remembers every route, so that a wrong method is told apart from a wrong path (the router itself only says "no"). */
export const routeTable = () => {
  const known = new Map<string, KnownRoute>();
  return {
    add(method: string | readonly string[], url: string): void {
      const route = known.get(url) ?? { segments: segmentsOf(url), methods: new Set<string>() };
      for (const name of typeof method === 'string' ? [method] : method) route.methods.add(name);
      known.set(url, route);
    },
    /** 405 with the methods that the path takes, else 404. */
    refusalFor(request: FastifyRequest): Refusal {
      const actual = segmentsOf(request.url.split('?', 1)[0] ?? '');
      const methods = [
        ...new Set(
          [...known.values()].filter((route) => matches(route.segments, actual)).flatMap((r) => [...r.methods]),
        ),
      ].sort();
      // A path may look right and still be none (`:id.m4a`): the method is not what is wrong then.
      if (methods.length === 0 || methods.includes(request.method)) {
        return new Refusal('not_found', { code: 'ROUTE_NOT_FOUND', message: 'There is nothing at this address.' });
      }
      return new Refusal('method_not_allowed', {
        code: 'METHOD_NOT_ALLOWED',
        message: `${request.method} is not possible here.`,
        body: { allowedMethods: methods },
        headers: { allow: methods.join(', ') },
      });
    },
  };
};
