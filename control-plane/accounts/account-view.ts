import { z } from 'zod';
import { planSlugs } from '../plans/plan.ts';

/** Who calls: the account, and the key or the person that acts for it. */
export const accountSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    plan: z.object({ slug: z.enum(planSlugs), name: z.string() }),
    environment: z.enum(['live', 'test']).describe('What is made is live, or belongs to the sandbox'),
    key: z
      .object({ id: z.string(), name: z.string(), scopes: z.array(z.string()) })
      .nullable()
      .describe('The key of this request; null for a web session'),
    user: z
      .object({
        id: z.string(),
        email: z.string(),
        name: z.string(),
        role: z.enum(['member', 'admin']).describe('admin: operates the farm'),
      })
      .nullable()
      .describe('The person who is signed in; null for a key'),
  })
  .meta({ id: 'Account' });
export type AccountView = z.infer<typeof accountSchema>;
