import { Alert, Button, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { AppForm, SubmitButton, useAppForm } from '#client/components/forms/app-form.tsx'
import { Fact, Facts } from '#client/components/records/detail-parts.tsx'
import { SettingsCard } from '#client/components/settings/settings-card.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { useUser } from '#client/lib/session/session.ts'
import { storedEmail } from '#shared/base/text/email.ts'
import type { PlatformSettingsDto, TestMailDto } from '#shared/overview/platform.ts'
import { testMailInput } from '#shared/overview/schemas/platform.ts'
import { settingsSearch } from '../section/settings-search.ts'
import { MailLog } from './mail-log.tsx'

/** Email delivery settings, a test and the delivery log. */
export function MailCard({ mail }: { mail: PlatformSettingsDto['mail'] }) {
  const [, setState] = useSearchState(settingsSearch)
  const openLog = (status: 'queued' | 'failed' | null) =>
    setState({ mails: true, mail_status: status }, 'push')
  return (
    <SettingsCard title="Email" description="Configured by SMTP_URL and MAIL_FROM in the server environment.">
      <Facts>
        <Fact label="Delivery">
          {mail.delivery === 'smtp' ? 'Mail server' : 'Folder (no mail server set)'}
        </Fact>
        <Fact label="Destination">{mail.target}</Fact>
        <Fact label="From">{mail.from}</Fact>
      </Facts>
      {mail.delivery === 'smtp' && storedEmail(addressIn(mail.from)) === null && (
        <Text size="sm" c="var(--mantine-color-error)">
          Other mail servers refuse emails from this address. Set MAIL_FROM to an address of your mail server.
        </Text>
      )}
      <Group gap="xs">
        <Button variant="default" onClick={() => openLog('queued')}>
          {mail.queued} queued
        </Button>
        <Button variant="default" onClick={() => openLog('failed')}>
          {mail.failed} failed
        </Button>
        <Button variant="default" onClick={() => openLog(null)}>
          Delivery log
        </Button>
      </Group>
      <TestMail />
      <MailLog />
    </SettingsCard>
  )
}

/** From “Name <address>” or a plain address. */
const addressIn = (mailbox: string): string => /<([^<>]+)>$/.exec(mailbox)?.[1] ?? mailbox

function TestMail() {
  const { email } = useUser()
  const [answer, setAnswer] = useState<TestMailDto | null>(null)
  const send = trpc.platform.sendTestMail.useMutation()
  const form = useAppForm({
    schema: testMailInput,
    initialValues: { recipient: email },
    onSubmit: async (values) => setAnswer(await send.mutateAsync(values)),
    fallback: 'Failed to send the test email',
    resetOnSuccess: false,
  })
  return (
    <>
      <AppForm form={form}>
        <Group align="end" gap="xs">
          <TextInput
            label="Send a test email to"
            type="email"
            flex={1}
            miw={220}
            {...form.fields.getInputProps('recipient')}
          />
          <SubmitButton variant="default" busy="Sending...">
            Send test email
          </SubmitButton>
        </Group>
      </AppForm>
      {answer !== null && (
        <Alert
          role="status"
          color={answer.delivered ? 'pine' : 'red'}
          title={
            answer.delivered ? 'The mail server accepted the email' : 'The mail server rejected the email'
          }
        >
          <Text size="sm">{answer.reply}</Text>
        </Alert>
      )}
    </>
  )
}
