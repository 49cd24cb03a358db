import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { Skeletons } from '#client/components/data-list.tsx'
import { Unanswered } from '#client/components/unanswered.tsx'
import { trpc } from '#client/lib/trpc.ts'
import type { MailOccasion, MailTextDto } from '#shared/mail-texts.ts'
import classes from '../section/settings.module.css'
import { SettingsCard } from '../section/settings-card.tsx'
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
  by_hand: 'Reminder sent by hand',
}

/** The mails to clients, in the agency's words. */
export function MailTextsCard() {
  const query = trpc.billing.mailTexts.useQuery()
  const { data } = query
  const [editing, setEditing] = useState<MailTextDto | null>(null)
  return (
    <SettingsCard
      title="Mail texts"
      description="What clients read when you send them a document or a reminder, and when they pay."
    >
      {data === undefined && <Unanswered query={query} loading={<Skeletons layout="rows" height={44} />} />}
      {data !== undefined && (
        <ul className={classes.rows} aria-label="Mail texts">
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
