import { Button, Code, Group, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '#client/components/dialogs/confirm-dialog.tsx'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useCurrency } from '#client/lib/session/session.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'
import {
  fillText,
  MAIL_PLACEHOLDERS,
  type MailOccasion,
  type MailTextDto,
  paragraphsOf,
  STANDARD_MAIL_TEXTS,
} from '#shared/identity/letterhead/mail-texts.ts'
import { mailTextInput } from '#shared/identity/letterhead/schemas/mail-texts.ts'
import classes from './mail-text-dialog.module.css'
import { sampleFacts } from './sample-facts.ts'

interface MailTextDialogProps {
  text: MailTextDto
  title: string
  onClose: () => void
}

/** A custom email text, with a preview below. */
export function MailTextDialog({ text, title, onClose }: MailTextDialogProps) {
  const utils = trpc.useUtils()
  const [resetting, setResetting] = useState(false)
  const save = trpc.letterhead.saveMailText.useMutation()
  const reset = trpc.letterhead.resetMailText.useMutation({
    onError: errorToast('Failed to reset the text'),
    onSuccess: () => {
      toast({ title: 'Standard text restored' })
      onClose()
    },
  })
  const form = useAppForm({
    schema: mailTextInput,
    initialValues: { ...text },
    onSubmit: async (values) => {
      await save.mutateAsync(values)
      toast({ title: 'Email text saved' })
      onClose()
    },
    latest: async () => {
      const all = await utils.letterhead.mailTexts.fetch(undefined, { staleTime: 0 })
      return { ...(all.find(({ occasion }) => occasion === text.occasion) ?? text) }
    },
    fallback: 'Failed to save the text',
  })
  const { fields } = form
  const values = fields.getValues()
  return (
    <FormDialog title={title} opened onClose={onClose} form={form} submitLabel="Save text" size="lg">
      <TextInput label="Subject" required {...fields.getInputProps('subject')} />
      <Textarea label="Text" required autosize minRows={5} maxRows={14} {...fields.getInputProps('body')} />
      <Group gap={6} aria-label="Placeholders" role="group">
        {Object.entries(MAIL_PLACEHOLDERS).map(([name, meaning]) => (
          <Code key={name} title={meaning}>{`{${name}}`}</Code>
        ))}
      </Group>
      <Preview occasion={text.occasion} subject={values.subject} body={values.body} />
      {text.version > 0 && (
        <Group>
          <Button size="xs" variant="subtle" onClick={() => setResetting(true)}>
            Reset to standard
          </Button>
        </Group>
      )}
      <ConfirmDialog
        opened={resetting}
        onClose={() => setResetting(false)}
        title="Reset to standard"
        message="Your own text will be permanently deleted."
        confirmLabel="Reset to standard"
        destructive
        onConfirm={() => reset.mutateAsync({ occasion: text.occasion })}
      />
    </FormDialog>
  )
}

function Preview({ occasion, subject, body }: { occasion: MailOccasion; subject: string; body: string }) {
  const agency = trpc.settings.get.useQuery().data?.agency?.name ?? 'Your agency'
  const currency = useCurrency()
  const { data: newest } = trpc.clients.list.useQuery({ limit: 1 })
  const client = newest?.items[0]?.name ?? 'Client name'
  const facts = sampleFacts(occasion, { agency, client, currency })
  const paragraphs = paragraphsOf(body).map((text, position) => ({ text, position }))
  return (
    <section className={classes.preview} aria-label="Preview">
      <Text size="sm" fw={600}>
        {fillText(subject || STANDARD_MAIL_TEXTS[occasion].subject, facts)}
      </Text>
      <Text size="sm">Hello {client},</Text>
      {paragraphs.map(({ text, position }) => (
        <Text key={position} size="sm" className={classes.paragraph}>
          {fillText(text, facts)}
        </Text>
      ))}
    </section>
  )
}
