import { z } from 'zod';
import { RemoteError } from '#core/errors.ts';

// Only the fields that are read.
const optionalText = z.string().optional().catch(undefined);
const id = z.union([z.string(), z.number()]).transform(String);

export const projectRecord = z.object({ id, key: z.string(), projectTypeKey: optionalText });
export type ProjectRecord = z.infer<typeof projectRecord>;

/** Who did something: by account id on Cloud, by name on Data Center. */
export const personRecord = z.object({
  accountId: optionalText,
  name: optionalText,
  key: optionalText,
  accountType: optionalText,
  emailAddress: optionalText,
});

export const attachmentRecord = z.object({
  id,
  filename: z.string().catch('attachment'),
  size: z.number().nonnegative().optional().catch(undefined),
  mimeType: optionalText,
  created: optionalText,
  author: personRecord.nullish().catch(undefined),
  /** Where the bytes lie; Data Center has no other way to them. */
  content: optionalText,
});

const names = z
  .array(z.object({ name: z.string() }))
  .nullish()
  .catch(undefined)
  .transform((list) => (list ?? []).map(({ name }) => name));

export const issueRecord = z.object({
  id,
  key: z.string(),
  fields: z.object({
    labels: z.array(z.string()).nullish().catch(undefined),
    versions: names,
    fixVersions: names,
    status: z
      .object({ statusCategory: z.object({ key: z.string() }).optional() })
      .nullish()
      .catch(undefined),
    summary: z.string().nullish().catch(undefined),
    description: z.unknown().optional(),
    project: projectRecord.optional().catch(undefined),
    attachment: z.array(attachmentRecord).nullish().catch(undefined),
  }),
});

export const projectPage = z.object({
  values: z.array(projectRecord),
  isLast: z.boolean().optional(),
  total: z.number().optional(),
});

export const commentRecord = z.object({
  id,
  author: personRecord.nullish().catch(undefined),
  visibility: z.object({ type: z.string() }).nullish().catch(undefined),
  created: optionalText,
  updated: optionalText,
  body: z.unknown().optional(),
  public: z.boolean().optional().catch(undefined),
  properties: z
    .array(z.object({ key: z.string(), value: z.unknown().optional() }))
    .optional()
    .catch(undefined),
});
export type CommentRecord = z.infer<typeof commentRecord>;

export const commentPage = z.object({ comments: z.array(commentRecord), total: z.number().optional() });
export const commentList = z.object({ values: z.array(commentRecord) });

export const userList = z.array(
  z.object({
    ...personRecord.shape,
    active: z.boolean().optional().catch(undefined),
  }),
);

export function readRecord<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new RemoteError('unavailable', `Jira's answer about the ${what} could not be read`);
  return parsed.data;
}

export const searchPage = z.object({
  issues: z.array(
    z.object({
      id,
      key: optionalText,
      fields: z
        .object({ attachment: z.array(attachmentRecord).nullish() })
        .optional()
        .catch(undefined),
    }),
  ),
  nextPageToken: z.string().nullish(),
  total: z.number().optional(),
});

export const projectList = z.array(projectRecord);

export const createdIssue = z.object({ id: z.string() });
