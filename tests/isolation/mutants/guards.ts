import type { Mutant } from './mutant.ts'

const wrong = (file: string, find: string, replace: string, test: string, only?: string): Mutant => ({
  file: `server/${file}`,
  find,
  replace,
  tests: [`tests/server/${test}`],
  ...(only !== undefined && { only }),
})

const dropped = (file: string, find: string, test: string, only?: string) => wrong(file, find, '', test, only)

const bank = (find: string, replace: string) =>
  wrong(
    'identity/letterhead/commands/save-profile.ts',
    find,
    replace,
    'identity/letterhead/bank-details.test.ts',
  )
const owner = (file: string) =>
  wrong(
    `overview/owners/commands/${file}.ts`,
    '  await reAuthenticate(ctx, proof)\n',
    '',
    'overview/owners/owners.test.ts',
  )
const mails = (file: string, find: string, replace = '') =>
  wrong(file, find, replace, 'identity/agencies/mail-limits.test.ts')
const keyed = (find: string) =>
  wrong(
    'base/db/keyed-requests.ts',
    `${find}\n    .where('user_id', '=', entry.user_id)\n`,
    `${find}\n`,
    'door/http/programs/idempotency.test.ts',
  )

/** Checks for credentials, limits and versions before an action. */
export const guards: Mutant[] = [
  // Payment accounts and agency ownership.
  bank('  await reAuthenticate(ctx, input)\n', ''),
  bank('BANK_FIELDS.every(', 'BANK_FIELDS.some('),
  bank('{ ...bank, ...change }', 'bank'),
  owner('set-disabled'),
  owner('remove'),
  owner('hand-over'),
  wrong(
    'identity/auth/re-auth.ts',
    'if (ctx.actor.scopes !== undefined) {',
    'if (false as boolean) {',
    'identity/letterhead/bank-details.test.ts',
  ),
  wrong(
    'identity/auth/re-auth.ts',
    'if (!(await hasTwoFactor(ctx, userId))) return',
    'if ((await hasTwoFactor(ctx, userId)) || true) return',
    'identity/letterhead/bank-details.test.ts',
  ),
  wrong(
    'people/invitations/commands/create.ts',
    "if (input.role === 'agency_admin') {",
    "if (input.role === 'client') {",
    'identity/letterhead/bank-details.test.ts',
  ),
  wrong(
    'money/invoices/sending/queries/sending-notes.ts',
    "    .where('sent_at', '>', change.at)\n",
    '',
    'identity/letterhead/bank-details.test.ts',
  ),
  wrong(
    'money/invoices/sending/queries/sending-notes.ts',
    'sent.length < INVOICES_WITH_NOTICE',
    'sent.length <= INVOICES_WITH_NOTICE',
    'identity/letterhead/bank-details.test.ts',
  ),

  // Emails to recipients chosen by a user.
  mails('money/invoices/sending/commands/mail.ts', '  await countRecipients(ctx, countOf(mail))\n'),
  mails(
    'money/invoices/sending/commands/send.ts',
    '  await countRecipients(ctx, await recipientsOf(ctx, input))\n',
  ),
  mails(
    'people/invitations/commands/create.ts',
    '  await countRecipients(ctx, 1)\n  return transact(ctx, async (tx) => {\n    const contactId',
    '  return transact(ctx, async (tx) => {\n    const contactId',
  ),
  mails(
    'people/invitations/commands/create.ts',
    '  await countRecipients(ctx, 1)\n  return transact(ctx, async (tx) => {\n    const secret',
    '  return transact(ctx, async (tx) => {\n    const secret',
  ),
  mails('money/invoices/sending/commands/remind.ts', '  await requireConfirmedEmail(ctx)\n'),
  mails('money/invoices/sending/commands/check-sending.ts', '= await mayMail(', '= true || await mayMail('),
  mails('identity/agencies/commands/count-recipients.ts', '  await requireConfirmedEmail(ctx)\n'),
  mails(
    'identity/agencies/commands/count-recipients.ts',
    'await consumeLimit(ctx.db, limit, key, recipients)',
    'await consumeLimit(ctx.db, limit, key)',
  ),
  mails(
    'identity/agencies/commands/count-recipients.ts',
    '  if (!(await hasConfirmedEmail(ctx, senderId))) return false\n',
  ),
  mails('identity/agencies/commands/count-recipients.ts', 'created_at > toInstant', 'created_at < toInstant'),
  mails(
    'money/invoices/sending/queries/recipients.ts',
    'to.length + cc.length + bcc.length',
    'to.length + cc.length',
  ),
  mails('identity/auth/accounts/commands/resend-verification.ts', '  await countAccountMail(ctx, email)\n'),

  // Sign-in, viewing, charging and idempotent answers.
  wrong(
    'identity/auth/accounts/queries/person.ts',
    ' || row.contact_access === 0',
    '',
    'people/clients/contact-access.test.ts',
    "can't sign in",
  ),
  wrong(
    'identity/auth/accounts/queries/person.ts',
    'row.portal_access === 0 || ',
    '',
    'people/clients/contact-access.test.ts',
    "can't sign in",
  ),
  wrong(
    'identity/auth/accounts/queries/person.ts',
    ' || row.client_archived_at !== null',
    '',
    'people/clients/contact-access.test.ts',
    "can't sign in",
  ),
  wrong(
    'work/messages/queries/people.ts',
    "'client_contacts.can_see_projects', 'is distinct from', 0)",
    "'client_contacts.can_see_projects', 'is distinct from', 2)",
    'work/messages/messages.test.ts',
  ),
  keyed("    .select(['input_hash', 'answer', 'created_at'])"),
  keyed('    .set({ answer })'),
  keyed("    .deleteFrom('keyed_requests')"),

  // Rules of files, messages, time and money.
  dropped(
    'work/files/commands.ts',
    "  if (task.project_id !== project.id) throw notFound('This task')\n",
    'work/files/files.test.ts',
    'a task of its own project',
  ),
  dropped(
    'work/files/commands.ts',
    "    if (file.kind !== 'deliverable') throw notFound('This deliverable')\n",
    'work/files/files.test.ts',
    'client approves',
  ),
  dropped(
    'work/messages/commands/send.ts',
    'earlier.project_id !== thread.id || ',
    'work/messages/messages.test.ts',
    "can't be reused",
  ),
  dropped(
    'work/messages/commands/send.ts',
    ' || earlier.sender_id !== tx.actor.userId',
    'work/messages/messages.test.ts',
    "can't be reused",
  ),
  dropped(
    'time/timesheets/commands/submit.ts',
    "    .where('invoice_id', 'is', null)\n",
    'time/timesheets/timesheets.test.ts',
  ),
  dropped(
    'time/timesheets/commands/submit.ts',
    "\n    .where('payout_id', 'is', null)",
    'time/timesheets/timesheets.test.ts',
  ),
  dropped(
    'time/timesheets/commands/submit.ts',
    ' || entry.paused === 1',
    'time/timesheets/timesheets.test.ts',
    'with a paused timer',
  ),
  dropped(
    'time/work-log/commands/save.ts',
    '  if (moved !== null) await requireOpenWeek(tx, moved.worked_on)\n',
    'time/timesheets/timesheets.test.ts',
    "submitted week can't be edited",
  ),
  dropped(
    'reactions/notifications/queries/recipients.ts',
    "      .where((eb) => eb.or([eb(right, 'is', null), eb(right, '=', 1)]))\n",
    'reactions/notifications/money.test.ts',
    'contacts',
  ),
  wrong(
    'reactions/notifications/queries/recipients.ts',
    "about === 'projects' ? 'contact.can_see_projects' : 'contact.can_see_billing'",
    "'contact.can_see_projects'",
    'reactions/notifications/money.test.ts',
    'contacts',
  ),
  dropped(
    'money/invoices/sending/queries/pay-link.ts',
    "    .where('agencies.suspended_at', 'is', null)\n",
    'money/payments/refusals.test.ts',
    'suspended',
  ),
  dropped(
    'people/invitations/queries/open.ts',
    "    .where('agencies.suspended_at', 'is', null)\n",
    'people/invitations/invitations.test.ts',
    'suspended',
  ),
  wrong(
    'money/invoices/credit/commands/void.ts',
    'invoice.amount_credited > 0',
    'invoice.amount_credited < 0',
    'money/payments/refusals.test.ts',
    'partly credited',
  ),
  wrong(
    'money/payments/commands/record-manual.ts',
    "invoice.status !== 'sent' && invoice.status !== 'overdue'",
    "invoice.status === 'draft'",
    'money/payments/refusals.test.ts',
    'void invoice',
  ),
  dropped(
    'money/payments/commands/settle-manual.ts',
    "      .$if(stranded === undefined, (query) => query.where('provider', '=', 'manual'))\n",
    'money/payments/refusals.test.ts',
    'announced transfer',
  ),
  dropped(
    'money/payments/commands/settle-manual.ts',
    "      .where('status', '=', 'pending')\n",
    'money/payments/refusals.test.ts',
    'announced transfer',
  ),
  wrong(
    'money/payments/commands/refund.ts',
    "payment.status !== 'succeeded'",
    "payment.status === 'failed'",
    'money/payments/refusals.test.ts',
    "unreceived payments can't",
  ),
  dropped(
    'money/payments/commands/refund.ts',
    "      .where('status', '=', 'pending')\n",
    'money/payments/refusals.test.ts',
    'settled refund keeps',
  ),
  dropped(
    'money/payments/cards/queries/cards.ts',
    "    .where('saved_cards.account', '=', owner.account)\n",
    'money/payments/refusals.test.ts',
    'saved on one account',
  ),
  wrong(
    'work/schedule/commands/reply.ts',
    'own.length === 0',
    'own.length < 0',
    'work/schedule/attendees.test.ts',
  ),
  dropped(
    'overview/settings/commands/set-up-two-factor.ts',
    "      .where('confirmed_at', 'is', null)\n",
    'overview/settings/two-factor.test.ts',
    'confirmed twice concurrently',
  ),
  dropped(
    'reactions/webhooks/commands/create.ts',
    '  verifyUrl(input.url)\n',
    'reactions/webhooks/webhooks.test.ts',
  ),
  dropped(
    'reactions/webhooks/commands/update.ts',
    '    if (input.url !== current.url) verifyUrl(input.url)\n',
    'reactions/webhooks/webhooks.test.ts',
  ),
  dropped(
    'money/payouts/commands/create.ts',
    '    if (input.employee_id !== undefined) await requireEmployee(tx, input.employee_id)\n',
    'money/payouts/payouts.test.ts',
    "aren't found",
  ),
  wrong(
    'identity/agencies/queries/host.ts',
    'agency !== undefined',
    'true',
    'door/http/programs/mcp.test.ts',
    'own host',
  ),
  dropped(
    'identity/agencies/queries/host.ts',
    '  if (origin !== new URL(urlAt(publicUrl, hostname)).origin) return false\n',
    'door/http/programs/mcp.test.ts',
    'own host',
  ),
  dropped(
    'identity/agencies/commands/set-host.ts',
    '    if (host === agency.host) return\n',
    'identity/agencies/hosts.test.ts',
    'audit log',
  ),
]
