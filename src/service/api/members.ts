import { and, asc, eq, isNull, ne, or } from 'drizzle-orm';
import { z } from 'zod';
import { atomic } from '#core/sql.ts';
import { addUser } from '../access/add-user.ts';
import { auditStatement } from '../access/audit.ts';
import { botAccountEmail } from '../access/bot-account.ts';
import { hashPassword } from '../access/password.ts';
import { removeUser } from '../access/remove-user.ts';
import { deleteFile } from '../files/delete-file.ts';
import type { FileDeps } from '../files/file-deps.ts';
import { sessions, type User, users } from '../store/accounts.ts';
import { files } from '../store/files.ts';
import { defineEndpoint, type Endpoint } from './endpoint.ts';
import { ApiError } from './errors.ts';

const memberSchema = z.object({
  id: z.string(),
  email: z.string(),
  role: z.enum(['admin', 'member']),
  plan: z.enum(['open_source', 'enterprise', 'none']),
  api_access: z.boolean(),
  team_id: z.string().nullable(),
});

/** The caller's team; whoever operates the installation also sees the accounts that are on none. */
const mostMembers = 1_000;

export function memberEndpoints(deps: Pick<FileDeps, 'sql' | 'clock' | 'queue'>): Endpoint[] {
  const { sql, clock } = deps;

  function mayManage(caller: User): void {
    if (caller.isSiteAdmin || (caller.role === 'admin' && caller.teamId !== null)) return;
    throw new ApiError('admin_required');
  }

  function isVisibleTo(caller: User) {
    const onTeam = caller.teamId === null ? eq(users.id, caller.id) : eq(users.teamId, caller.teamId);
    const visible = caller.isSiteAdmin ? or(onTeam, isNull(users.teamId)) : onTeam;
    return and(visible, ne(users.email, botAccountEmail));
  }

  return [
    defineEndpoint({
      method: 'GET',
      path: '/members',
      operationId: 'listMembers',
      summary: 'The members of your team.',
      isExtension: true,
      success: [{ status: 200, data: z.array(memberSchema) }],
      errors: [],
      async handle({ caller }) {
        const rows = await sql
          .select()
          .from(users)
          .where(isVisibleTo(caller.user))
          .orderBy(asc(users.createdAtMs))
          .limit(mostMembers);
        return { message: `${rows.length} members.`, data: rows.map(toRecord) };
      },
    }),
    defineEndpoint({
      method: 'POST',
      path: '/members',
      operationId: 'addMember',
      summary: 'Add a member to your team, without a plan and without api_access.',
      isExtension: true,
      body: z.object({
        email: z.email().max(320),
        password: z.string().min(8, 'must have at least 8 characters').max(1024),
        role: memberSchema.shape.role.default('member'),
      }),
      success: [{ status: 201, data: memberSchema }],
      errors: ['admin_required', 'email_taken'],
      async handle({ caller, body }) {
        mayManage(caller.user);
        const user = await addUser({ sql, clock }, caller.user.id, {
          ...body,
          teamId: caller.user.teamId,
          plan: 'none',
          hasApiAccess: false,
          isSiteAdmin: false,
        });
        if (!user) throw new ApiError('email_taken');
        return { status: 201, message: 'The member is added.', data: toRecord(user) };
      },
    }),
    defineEndpoint({
      method: 'PATCH',
      path: '/members/{memberId}',
      operationId: 'changeMember',
      summary: 'Change the role, plan or api_access of a member.',
      isExtension: true,
      body: z.object({
        role: memberSchema.shape.role.optional(),
        plan: memberSchema.shape.plan.optional(),
        api_access: z.boolean().optional(),
      }),
      success: [{ status: 200, data: memberSchema }],
      errors: ['admin_required', 'not_found', 'last_admin'],
      async handle({ caller, params, body }) {
        mayManage(caller.user);
        const member = await findMember(caller.user, params.memberId);
        if (body.role === 'member') await requireOtherAdmin(member);
        const changes = {
          ...(body.role === undefined ? {} : { role: body.role }),
          ...(body.plan === undefined ? {} : { plan: body.plan }),
          ...(body.api_access === undefined ? {} : { hasApiAccess: body.api_access }),
        };
        if (Object.keys(changes).length > 0) {
          await atomic(sql, [
            sql.update(users).set(changes).where(eq(users.id, member.id)),
            auditStatement(sql, clock, caller.user.id, 'user.changed', member.id, changes),
          ]);
        }
        return { message: 'The member is changed.', data: toRecord({ ...member, ...changes }) };
      },
    }),
    defineEndpoint({
      method: 'DELETE',
      path: '/members/{memberId}',
      operationId: 'removeMember',
      summary: 'Remove a member with their keys, sessions, webhooks and files.',
      isExtension: true,
      success: [{ status: 200, data: z.object({ id: z.string() }) }],
      errors: ['admin_required', 'not_found', 'last_admin', 'invalid_request'],
      async handle({ caller, params }) {
        const member = await findManaged(caller.user, params.memberId);
        if (member.id === caller.user.id) {
          throw new ApiError('invalid_request', { message: 'You cannot remove your own account.' });
        }
        await requireOtherAdmin(member);
        const owned = await sql.select({ id: files.id }).from(files).where(eq(files.ownerId, member.id));
        for (const { id } of owned) await deleteFile(deps, id);
        await removeUser(deps, caller.user.id, member);
        return { message: 'The member is removed.', data: { id: member.id } };
      },
    }),
    defineEndpoint({
      method: 'POST',
      path: '/members/{memberId}/password',
      operationId: 'resetPassword',
      summary: 'Give a member a new password. Their sessions end.',
      isExtension: true,
      body: z.object({ password: z.string().min(8, 'must have at least 8 characters').max(1024) }),
      success: [{ status: 200, data: memberSchema }],
      errors: ['admin_required', 'not_found'],
      async handle({ caller, params, body }) {
        const member = await findManaged(caller.user, params.memberId);
        await atomic(sql, [
          sql
            .update(users)
            .set({ passwordHash: await hashPassword(body.password) })
            .where(eq(users.id, member.id)),
          sql.delete(sessions).where(eq(sessions.userId, member.id)),
          auditStatement(sql, clock, caller.user.id, 'password.reset', member.id),
        ]);
        return { message: 'The password is reset; their sessions have ended.', data: toRecord(member) };
      },
    }),
  ];

  async function findMember(caller: User, id: string | undefined): Promise<User> {
    const [member] = await sql
      .select()
      .from(users)
      .where(and(eq(users.id, id ?? ''), isVisibleTo(caller)));
    if (!member) throw new ApiError('not_found', { message: 'There is no such member.' });
    return member;
  }

  /** Whoever operates the installation is not locked out, nor taken over, by an admin of a team. */
  async function findManaged(caller: User, id: string | undefined): Promise<User> {
    mayManage(caller);
    const member = await findMember(caller, id);
    if (member.isSiteAdmin && !caller.isSiteAdmin) throw new ApiError('admin_required');
    return member;
  }

  async function requireOtherAdmin(member: User): Promise<void> {
    if (member.role !== 'admin' || member.teamId === null) return;
    const others = await sql
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.teamId, member.teamId), eq(users.role, 'admin'), ne(users.id, member.id)))
      .limit(1);
    if (others.length === 0) throw new ApiError('last_admin');
  }
}

function toRecord(user: User): z.infer<typeof memberSchema> {
  return {
    id: user.id,
    email: user.email,
    role: user.role,
    plan: user.plan,
    api_access: user.hasApiAccess,
    team_id: user.teamId,
  };
}
