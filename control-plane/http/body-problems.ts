import type { FastifyRequest } from 'fastify';
import type { Problem } from './refusal.ts';
import { RequestProblemsError } from './request-problems.ts';

const textProblems = new WeakMap<FastifyRequest, readonly Problem[]>();

/**
 * True where the endpoint answers what is wrong with the shape of its body together with what its rules find
 * (`attachValidation`, N22): it then gets the body as it came.
 */
export const answersShapeItself = (request: FastifyRequest): boolean => request.routeOptions.attachValidation === true;

/** Notes texts that cannot be used, for an endpoint that answers them itself. */
export const noteTextProblems = (request: FastifyRequest, problems: readonly Problem[]): void => {
  textProblems.set(request, problems);
};

/** What is wrong with the shape of the body, for an endpoint that answers it itself; throws what is wrong elsewhere. */
export const bodyProblems = (request: FastifyRequest): readonly Problem[] => {
  const { validationError } = request;
  const ofTexts = textProblems.get(request) ?? [];
  if (validationError === undefined) return ofTexts;
  if (validationError.validationContext !== 'body' || !(validationError instanceof RequestProblemsError)) {
    throw validationError;
  }
  return [...ofTexts, ...validationError.problems];
};
