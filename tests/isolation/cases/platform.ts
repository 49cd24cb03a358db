import { newId } from '#server/db/values.ts'
import type { IsolationCases } from '../case.ts'

const settings = { name: null, enforce_plan_limits: false, auto_backup: true, registration: 'open' as const }

export const platformCases: IsolationCases = {
  'platform.settings': { can: 'platform.manage', call: (caller) => caller.platform.settings() },
  'platform.saveSettings': {
    can: 'platform.manage',
    call: (caller) => caller.platform.saveSettings({ ...settings, version: 1 }),
  },
  'platform.sendTestMail': {
    can: 'platform.manage',
    call: (caller) => caller.platform.sendTestMail({ recipient: 'me@example.test' }),
  },
  'platform.mails': { can: 'platform.manage', call: (caller) => caller.platform.mails({}) },
  'platform.retryMail': {
    can: 'platform.manage',
    call: async (caller, _world, db) => {
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
      return caller.platform.retryMail({ id })
    },
  },
  'platform.jobs': { can: 'platform.manage', call: (caller) => caller.platform.jobs() },
  'platform.runJob': {
    can: 'platform.manage',
    call: (caller) => caller.platform.runJob({ name: 'clean-up' }),
  },
  'platform.backups': { can: 'platform.manage', call: (caller) => caller.platform.backups() },
  'platform.backUp': {
    can: 'platform.manage',
    call: (caller) => caller.platform.backUp(),
  },
}
