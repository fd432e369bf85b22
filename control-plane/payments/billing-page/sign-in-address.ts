import { billingPath, returnPathProblem } from '../return-path.ts';

/**
 * Where somebody signs in who asked for the billing page, and comes back to what they asked for: a buyer whose session
 * ran out at the payment provider still sees what became of the payment. What is no plain path of this farm is not
 * handed on.
 *
 * @param asked the request's path and query as they were sent
 */
export const signInAddress = (asked: string): string => {
  const [path] = asked.split('?', 1);
  const back = path === billingPath && returnPathProblem(asked) === null ? asked : billingPath;
  return `/auth/sign-in?return=${encodeURIComponent(back)}`;
};
