import { randomUUID } from 'node:crypto'
import { newId } from '#server/base/db/values.ts'
import { callerAs } from '#tests/support/caller.ts'
import type { Calls, Subject } from '../notation/case.ts'
import { SHARED_WORD } from '../world/canaries.ts'
import { PASSWORD } from '../world/people.ts'

const idOf = ({ world }: Subject) => ({ id: world.home.agencyId })
const planOf = async ({ db }: Subject) =>
  (await db.selectFrom('plans').select('id').executeTakeFirstOrThrow()).id
const change = ({ db, world }: Subject, values: { status?: 'trial'; delete_after?: string }) =>
  db.updateTable('agencies').set(values).where('id', '=', world.home.agencyId).execute()

async function failedMail({ db }: Subject): Promise<string> {
  const id = newId()
  const now = '2026-03-04T10:00:00.000Z'
  await db
    .insertInto('mail_outbox')
    .values({
      id,
      recipient: 'me@example.test',
      subject: 'Hello',
      text: 'Hello',
      html: '',
      status: 'failed',
      attempts: 7,
      next_attempt_at: now,
      last_error: '550',
      created_at: now,
      sent_at: null,
    })
    .execute()
  return id
}

export const agencies: Calls = {
  'agencies.list': (caller) => caller.agencies.list({}),
  'agencies.counters': (caller) => caller.agencies.counters(),
  'agencies.details': (caller, at) => caller.agencies.details(idOf(at)),
  'agencies.create': async (caller, at) =>
    caller.agencies.create({
      name: 'New Agency',
      owner_name: 'New Owner',
      owner_email: `${randomUUID()}@example.test`,
      plan_id: await planOf(at),
    }),
  'agencies.changePlan': async (caller, at) =>
    caller.agencies.changePlan({ ...idOf(at), plan_id: await planOf(at) }),
  'agencies.extendTrial': async (caller, at) => {
    await change(at, { status: 'trial' })
    return caller.agencies.extendTrial({ ...idOf(at), days: 7 })
  },
  'agencies.setSuspended': (caller, at) => caller.agencies.setSuspended({ ...idOf(at), suspended: true }),
  'agencies.requestDeletion': (caller, at) =>
    caller.agencies.requestDeletion({ ...idOf(at), confirm_name: 'Home Agency' }),
  'agencies.cancelDeletion': async (caller, at) => {
    await change(at, { delete_after: '2099-01-01T00:00:00.000Z' })
    return caller.agencies.cancelDeletion(idOf(at))
  },
  'agencies.viewAs': (caller, at) => caller.agencies.viewAs(idOf(at)),
  'agencies.endViewAs': (caller) => caller.agencies.endViewAs(),
}

export const platform: Calls = {
  'platform.settings': (caller) => caller.platform.settings(),
  'platform.saveSettings': (caller) =>
    caller.platform.saveSettings({
      name: null,
      enforce_plan_limits: false,
      auto_backup: true,
      registration: 'open',
      version: 1,
    }),
  'platform.payments': (caller) => caller.platform.payments(),
  'platform.savePayments': (caller) =>
    caller.platform.savePayments({
      share_keys: false,
      connect: false,
      connect_fee_bps: 0,
      password: PASSWORD,
    }),
  'platform.sendTestMail': (caller) => caller.platform.sendTestMail({ recipient: 'me@example.test' }),
  'platform.mails': (caller) => caller.platform.mails({}),
  'platform.retryMail': async (caller, at) => caller.platform.retryMail({ id: await failedMail(at) }),
  'platform.resendableMails': (caller) => caller.platform.resendableMails(),
  'platform.retryMails': async (caller, at) => {
    await failedMail(at)
    return caller.platform.retryMails()
  },
  'platform.importExchangeRates': (caller) =>
    caller.platform.importExchangeRates({
      rates: [{ quoted_on: '2026-03-02', currency: 'CHF', per_euro: '0.95' }],
    }),
  'platform.bookDifferences': (caller) => caller.platform.bookDifferences(),
  'platform.operation': (caller) => caller.platform.operation(),
  'platform.jobs': (caller) => caller.platform.jobs(),
  'platform.runJob': (caller) => caller.platform.runJob({ name: 'clean-up' }),
  'platform.backups': (caller) => caller.platform.backups(),
  'platform.backupRuns': (caller) => caller.platform.backupRuns(),
  'platform.backUp': (caller) => caller.platform.backUp(),
}

export const overviews: Calls = {
  'activity.list': (caller) => caller.activity.list({}),
  'audit.list': (caller) => caller.audit.list({}),
  'audit.exportCsv': (caller) => caller.audit.exportCsv({}),
  'dashboard.addSample': (caller) => caller.dashboard.addSample(),
  'dashboard.charts': (caller) => caller.dashboard.charts(),
  'dashboard.firstSteps': (caller) => caller.dashboard.firstSteps(),
  'dashboard.removeSample': async (caller, { db, world }) => {
    await callerAs(db, world.home.owner).dashboard.addSample()
    return caller.dashboard.removeSample()
  },
  'dashboard.skipStep': (caller) => caller.dashboard.skipStep({ step: 'time', skipped: true }),
  'dashboard.stats': (caller) => caller.dashboard.stats(),
  'dashboard.waiting': (caller) => caller.dashboard.waiting(),
  'live.changes': (caller) => caller.live.changes({}),
  'search.all': (caller) => caller.search.all({ query: SHARED_WORD }),
}

export const webhooks: Calls = {
  'webhooks.list': (caller) => caller.webhooks.list(),
  'webhooks.save': (caller, { rows }) =>
    caller.webhooks.save({ id: rows.webhook, url: 'https://example.test/hook', events: ['task.created'] }),
  'webhooks.renewSecret': (caller, { rows }) => caller.webhooks.renewSecret({ id: rows.webhook }),
  'webhooks.delete': (caller, { rows }) => caller.webhooks.delete({ id: rows.webhook }),
  'webhooks.deliveries': (caller, { rows }) => caller.webhooks.deliveries({ webhook_id: rows.webhook }),
  'webhooks.retry': (caller, { rows }) => caller.webhooks.retry({ id: rows.delivery }),
}
