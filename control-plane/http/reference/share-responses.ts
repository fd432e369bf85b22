import { STATUS_CODES } from 'node:http';
import { type OpenApiDocument, operationsOf, type ResponseObject } from '@reelyard/shared/sdk/openapi-document.ts';

/** The response that most operations answer an error status with; null where no two are alike. */
const commonest = (responses: readonly ResponseObject[]): string | null => {
  const counts = new Map<string, number>();
  for (const response of responses) {
    const text = JSON.stringify(response);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const [text, count] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? [null, 0];
  return count > 1 ? text : null;
};

const nameOf = (status: string): string => (STATUS_CODES[status] ?? status).replaceAll(' ', '');

/** Writes each error that many operations answer alike once, below components: the document is a third shorter. */
export const shareResponses = (document: OpenApiDocument): OpenApiDocument => {
  const all = operationsOf(document).flatMap(({ operation }) => Object.entries(operation.responses));
  const statuses = [...new Set(all.map(([status]) => status))].filter((status) => Number(status) >= 400);
  const shared = new Map(
    statuses.flatMap((status) => {
      const text = commonest(all.filter(([each]) => each === status).map(([, response]) => response));
      return text === null ? [] : [[status, text] as const];
    }),
  );
  const sharedOrOwn = (status: string, response: ResponseObject): ResponseObject =>
    shared.get(status) === JSON.stringify(response)
      ? ({ $ref: `#/components/responses/${nameOf(status)}` } as ResponseObject)
      : response;
  const paths: OpenApiDocument['paths'] = {};
  for (const { path, method, operation } of operationsOf(document)) {
    const responses = Object.entries(operation.responses).map(([status, each]) => [status, sharedOrOwn(status, each)]);
    paths[path] = { ...paths[path], [method]: { ...operation, responses: Object.fromEntries(responses) } };
  }
  const responses = [...shared].map(([status, text]) => [nameOf(status), JSON.parse(text) as ResponseObject]);
  return { ...document, paths, components: { ...document.components, responses: Object.fromEntries(responses) } };
};
