import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { ReceiptField } from '#client/features/money/ledger/expenses/receipt-field.tsx'
import { BillFileField } from '#client/features/money/payouts/bill-file-field.tsx'
import { theme } from '#client/theme/theme.ts'

afterEach(cleanup)

interface FieldProps {
  value: string | null
  onChange: (id: string | null) => void
}

interface SampleProps {
  field: (props: FieldProps) => React.ReactNode
  onSave: (id: string | null) => void
}

function Sample({ field, onSave }: SampleProps) {
  const form = useAppForm({
    schema: z.strictObject({ file_id: z.string().nullable() }),
    initialValues: { file_id: null as string | null },
    onSubmit: ({ file_id }) => onSave(file_id),
    fallback: 'Failed to save',
  })
  const { file_id } = form.fields.getValues()
  return (
    <FormDialog title="New expense" opened onClose={() => {}} form={form} submitLabel="Save">
      {field({ value: file_id, onChange: (id) => form.fields.setFieldValue('file_id', id) })}
    </FormDialog>
  )
}

/** Each upload is answered by calling the returned function. */
function holdUploads() {
  const sent: { onload: () => void }[] = []
  class Request {
    status = 201
    response = { id: 'a', name: 'photo.jpg', content_type: 'image/jpeg', size: 4 }
    upload = {}
    onload = () => {}
    open = () => {}
    abort = () => {}
    send = () => sent.push(this)
  }
  vi.stubGlobal('XMLHttpRequest', Request)
  return () => act(async () => sent.shift()?.onload())
}

test.each<[string, SampleProps['field']]>([
  ['a receipt', (props) => <ReceiptField saved={null} {...props} />],
  ['a bill', ({ onChange }) => <BillFileField payoutId="p" onChange={onChange} />],
])('a form isn’t saved before its file has been uploaded: %s', async (_, field) => {
  const answer = holdUploads()
  const onSave = vi.fn()
  const user = userEvent.setup()
  render(
    <MantineProvider env="test" theme={theme}>
      <Sample field={field} onSave={onSave} />
    </MantineProvider>,
  )
  const input = document.querySelector('input[type="file"]') as HTMLInputElement
  fireEvent.change(input, { target: { files: [new File(['text'], 'photo.jpg')] } })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(onSave).not.toHaveBeenCalled()
  await answer()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(onSave).toHaveBeenCalledExactlyOnceWith('a')
})
