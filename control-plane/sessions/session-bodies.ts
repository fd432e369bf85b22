import { z } from 'zod';
import { returnPathProblem } from '../payments/return-path.ts';

/** As long as an address can be (RFC 5321); always taken in small letters. */
const email = z
  .string()
  .trim()
  .max(254)
  .toLowerCase()
  .pipe(z.email('This is not an e-mail address.'))
  .describe('In any writing: capital letters make no other address');
/** Of a password that exists: anything that could be one. Far above the limit for new ones, far below a load. */
const givenPassword = z.string().min(1).max(500);
const newPassword = givenPassword.describe('10 to 128 characters; the first ones that everybody tries are refused');
const name = z.string().trim().min(1).max(100);
const token = z.string().min(1).max(2_000).describe('The token of the mail: what follows #token= in its link');

export const signUpBody = z
  .strictObject({ email, password: newPassword, name: name.optional() })
  .transform((body) => ({ ...body, name: body.name ?? body.email.split('@')[0] ?? body.email }));
export const signInBody = z.strictObject({
  email,
  password: givenPassword,
  remember: z.boolean().default(true).describe('false: the session ends with the browser'),
});
export const signOutBody = z.strictObject({
  everywhere: z.boolean().default(false).describe('true: ends every session of the user, on all devices'),
});
export const changePasswordBody = z.strictObject({ currentPassword: givenPassword, newPassword });
export const emailBody = z.strictObject({ email });
export const tokenBody = z.strictObject({ token });
export const resetPasswordBody = z.strictObject({ token, newPassword });
export const oidcBody = z.strictObject({
  returnPath: z
    .string()
    .default('/auth/sign-in')
    .superRefine((path, context) => {
      const problem = returnPathProblem(path);
      if (problem) context.addIssue({ code: 'custom', message: problem.message });
    })
    .describe('Where the browser comes back to: a path of this farm'),
});
