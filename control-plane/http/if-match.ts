import { z } from 'zod';

const revisionTag = /^(?:W\/)?"?(\d{1,9})"?$/;

/** `If-Match: "7"`: the revision of the project that the caller means (N10); null where none is sent, or `*`. */
export const ifMatchHeaders = z.object({
  'if-match': z
    .string()
    .refine((text) => text === '*' || revisionTag.test(text), 'must be the revision of the project, for example "7"')
    .transform((text) => (text === '*' ? null : Number(revisionTag.exec(text)?.[1])))
    .nullable()
    .default(null),
});
