import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { Skeletons } from '#client/components/lists/data-list.tsx'
import { SettingsCard } from '#client/components/settings/settings-card.tsx'
import { QueryState } from '#client/components/states/query-state.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import type { MailOccasion, MailTextDto } from '#shared/identity/letterhead/mail-texts.ts'
import classes from '../section/settings.module.css'
import { MailTextDialog } from './mail-text-dialog.tsx'

const OCCASIONS: Record<MailOccasion, string> = {
  invoice: 'Invoice sent',
  credit_note: 'Credit note',
  receipt: 'Receipt',
  part_payment: 'Part payment received',
  before: 'Reminder: due soon',
  due: 'Reminder: due today',
  week: 'Reminder: a week overdue',
  fortnight: 'Reminder: two weeks overdue',
  month: 'Reminder: a month overdue',
  by_hand: 'Manual reminder',
}

/** The customizable texts of emails to clients. */
export function MailTextsCard() {
  const query = trpc.letterhead.mailTexts.useQuery()
  const { data } = query
  const [editing, setEditing] = useState<MailTextDto | null>(null)
  return (
    <SettingsCard title="Email texts" description="Emails to clients with documents, reminders and receipts.">
      {data === undefined && <QueryState query={query} loading={<Skeletons layout="rows" height={44} />} />}
      {data !== undefined && (
        <ul className={classes.rows} aria-label="Email texts">
          {data.map((text) => (
            <li key={text.occasion} className={classes.row}>
              <div className={classes.what}>
                <Text size="sm" fw={500}>
                  {OCCASIONS[text.occasion]}
                </Text>
                <Text size="xs" c="dimmed">
                  {text.version === 0 ? 'Standard text' : text.subject}
                </Text>
              </div>
              <Button
                size="xs"
                variant="default"
                aria-label={`Edit ${OCCASIONS[text.occasion]}`}
                onClick={() => setEditing(text)}
              >
                Edit
              </Button>
            </li>
          ))}
        </ul>
      )}
      {editing !== null && (
        <MailTextDialog text={editing} title={OCCASIONS[editing.occasion]} onClose={() => setEditing(null)} />
      )}
    </SettingsCard>
  )
}
