import { z } from 'zod';
import type { Member, WebSession, WebUser } from './store.ts';

/** Who is signed in. */
export const signedInSchema = z.object({
  user: z.object({ id: z.string(), email: z.string(), name: z.string() }),
  accountId: z.string(),
  role: z.enum(['member', 'admin']),
});
export type SignedInView = z.infer<typeof signedInSchema>;

export const signedInView = (
  { id, email, name }: WebUser,
  { accountId, role }: Omit<Member, 'userId'>,
): SignedInView => ({ user: { id, email, name }, accountId, role });

/** One device where a user is signed in; never its token. */
export const sessionSchema = z.object({
  id: z.string(),
  isCurrent: z.boolean(),
  ipAddress: z.string().nullable(),
  userAgent: z.string().nullable(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});

export const sessionView = (session: WebSession, currentId: string): z.infer<typeof sessionSchema> => ({
  id: session.id,
  isCurrent: session.id === currentId,
  ipAddress: session.ipAddress === '' ? null : session.ipAddress,
  userAgent: session.userAgent === '' ? null : session.userAgent,
  createdAt: session.createdAt.toISOString(),
  expiresAt: session.expiresAt.toISOString(),
});

/** Ways to come in that this farm has. */
export const waysInSchema = z.object({
  signUp: z.enum(['open', 'closed']),
  oidc: z.boolean().describe('Whether an issuer is configured'),
});
