import { Checkbox, Group, Select, Table } from '@mantine/core'
import { AppForm, SubmitButton, useAppForm } from '#client/components/forms/app-form.tsx'
import { Skeletons } from '#client/components/lists/data-list.tsx'
import { SettingsCard } from '#client/components/settings/settings-card.tsx'
import { useUnsavedChanges } from '#client/components/settings/unsaved-changes.tsx'
import { QueryState } from '#client/components/states/query-state.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import {
  MAIL_DELIVERIES,
  MAIL_DELIVERY_LABELS,
  type NotificationPreferences,
} from '#shared/reactions/notifications.ts'
import { notificationPreferencesInput } from '#shared/reactions/schemas/notifications.ts'
import classes from './section/settings.module.css'

export function NotificationsSection() {
  const query = trpc.notifications.preferences.useQuery()
  const { data } = query
  return (
    <SettingsCard
      title="Notifications"
      description="Choose what you’re notified about in the portal and by email."
    >
      {data !== undefined && <Matrix key={data.delivery} preferences={data} />}
      {data === undefined && <QueryState query={query} loading={<Skeletons layout="rows" height={36} />} />}
    </SettingsCard>
  )
}

const CHANNELS = [
  { channel: 'in_app', label: 'In the portal' },
  { channel: 'email', label: 'By email' },
] as const

/** Preferences by event and channel; emails can also be sent as a daily summary or never. */
function Matrix({ preferences }: { preferences: NotificationPreferences }) {
  const save = trpc.notifications.savePreferences.useMutation()
  const form = useAppForm({
    schema: notificationPreferencesInput,
    initialValues: {
      delivery: preferences.delivery,
      events: preferences.events.map(({ event, in_app, email }) => ({ event, in_app, email })),
    },
    onSubmit: async (values) => {
      await save.mutateAsync(values)
      toast({ title: 'Notification settings saved' })
    },
    fallback: 'Failed to save the notification settings',
    resetOnSuccess: false,
  })
  const { fields } = form
  useUnsavedChanges(fields.isDirty())
  const mute = fields.values.delivery === 'off'
  return (
    <AppForm form={form} className={classes.section}>
      <Select
        label="Email delivery"
        maw={280}
        data={MAIL_DELIVERIES.map((value) => ({ value, label: MAIL_DELIVERY_LABELS[value] }))}
        {...fields.getInputProps('delivery')}
      />
      <div className={classes.scroll}>
        <Table aria-label="Notifications by event and channel" horizontalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Event</Table.Th>
              {CHANNELS.map(({ channel, label }) => (
                <Table.Th key={channel} className={classes.channel}>
                  {label}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {preferences.events.map(({ event, label }, index) => (
              <Table.Tr key={event}>
                <Table.Td>{label}</Table.Td>
                {CHANNELS.map(({ channel, label: where }) => (
                  <Table.Td key={channel} className={classes.channel}>
                    <Checkbox
                      aria-label={`${label}: ${where}`}
                      disabled={channel === 'email' && mute}
                      {...fields.getInputProps(`events.${index}.${channel}`, { type: 'checkbox' })}
                    />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      <Group>
        <SubmitButton>Save notifications</SubmitButton>
      </Group>
    </AppForm>
  )
}
