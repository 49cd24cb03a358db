import { Button, Code, Group, Text, Textarea, TextInput } from '@mantine/core'
import { useAppForm } from '#client/components/app-form.tsx'
import { FormDialog } from '#client/components/form-dialog.tsx'
import { errorToast, toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import {
  fillText,
  MAIL_PLACEHOLDERS,
  type MailFacts,
  type MailOccasion,
  type MailTextDto,
  mailTextInput,
  paragraphsOf,
  STANDARD_MAIL_TEXTS,
} from '#shared/mail-texts.ts'
import { documentNumber, FIRST_NUMBER, STANDARD_FORMATS } from '#shared/numbering.ts'
import classes from './mail-text-dialog.module.css'

const STANDING: Record<MailOccasion, string> = {
  invoice: 'is due in 14 days',
  credit_note: 'is a credit note',
  receipt: 'is paid in full',
  part_payment: 'is due in 14 days',
  before: 'is due soon',
  due: 'is due today',
  week: 'is a week overdue',
  fortnight: 'is two weeks overdue',
  month: 'is a month overdue',
  by_hand: 'is 3 days overdue',
}

interface MailTextDialogProps {
  text: MailTextDto
  title: string
  onClose: () => void
}

/** One mail in the agency's words, with what a client would read below. */
export function MailTextDialog({ text, title, onClose }: MailTextDialogProps) {
  const utils = trpc.useUtils()
  const save = trpc.billing.saveMailText.useMutation()
  const reset = trpc.billing.resetMailText.useMutation({
    onError: errorToast('Failed to reset the text'),
    onSuccess: () => {
      toast({ title: 'Back to the standard text' })
      onClose()
    },
  })
  const form = useAppForm({
    schema: mailTextInput,
    initialValues: { ...text },
    onSubmit: async (values) => {
      await save.mutateAsync(values)
      toast({ title: 'Mail text saved' })
      onClose()
    },
    latest: async () => {
      const all = await utils.billing.mailTexts.fetch(undefined, { staleTime: 0 })
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
          <Button
            size="xs"
            variant="subtle"
            disabled={reset.isPending}
            onClick={() => reset.mutate({ occasion: text.occasion })}
          >
            Reset to standard
          </Button>
        </Group>
      )}
    </FormDialog>
  )
}

function Preview({ occasion, subject, body }: { occasion: MailOccasion; subject: string; body: string }) {
  const agency = trpc.settings.get.useQuery().data?.agency?.name ?? 'Your agency'
  const facts: MailFacts = {
    client: 'Jordan Blake',
    agency,
    number: documentNumber(
      STANDARD_FORMATS[occasion === 'credit_note' ? 'credit_note' : 'invoice'],
      FIRST_NUMBER,
      '2026-12-06',
    ),
    title: 'Website relaunch',
    amount: '$4,800.00',
    remaining: occasion === 'receipt' ? '$0.00' : '$1,200.00',
    'due date': '2026-12-06',
    standing: STANDING[occasion],
    link: `${location.origin}/pay?token=…`,
  }
  const paragraphs = paragraphsOf(body).map((text, position) => ({ text, position }))
  return (
    <section className={classes.preview} aria-label="Preview">
      <Text size="sm" fw={600}>
        {fillText(subject || STANDARD_MAIL_TEXTS[occasion].subject, facts)}
      </Text>
      <Text size="sm">Hello Jordan Blake,</Text>
      {paragraphs.map(({ text, position }) => (
        <Text key={position} size="sm" className={classes.paragraph}>
          {fillText(text, facts)}
        </Text>
      ))}
    </section>
  )
}
