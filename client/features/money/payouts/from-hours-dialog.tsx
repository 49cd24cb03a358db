import { Checkbox, Text } from '@mantine/core'
import { useRef } from 'react'
import { NoticeDialog } from '#client/components/dialogs/notice-dialog.tsx'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { EditDialog } from '#client/components/forms/edit-dialog.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import { formatCharged, formatMoney } from '#shared/base/amounts/money.ts'
import { formatHours } from '#shared/base/format.ts'
import type { PayoutPreview } from '#shared/money/payouts.ts'
import { payoutsFromHoursInput } from '#shared/money/schemas/payouts.ts'
import { recorded, totalOf } from './pay-batch-button.tsx'
import classes from './payouts.module.css'

const TITLE = 'Payouts from approved hours'

interface FromHoursDialogProps {
  /** The contributor preselected; null selects everyone. */
  payee: string | null
  onClose: () => void
}

/** Previews payouts for approved hours and creates the selected ones. */
export function FromHoursDialog({ payee, onClose }: FromHoursDialogProps) {
  const query = trpc.payouts.preview.useQuery(undefined, { staleTime: 0 })
  return (
    <EditDialog title={TITLE} query={query} onClose={onClose}>
      {(preview) =>
        preview.length === 0 ? (
          <NoticeDialog title={TITLE} onClose={onClose}>
            All approved hours already have payouts.
          </NoticeDialog>
        ) : (
          <PreviewForm preview={preview} payee={payee} onClose={onClose} />
        )
      }
    </EditDialog>
  )
}

interface PreviewFormProps extends FromHoursDialogProps {
  preview: PayoutPreview[]
}

function PreviewForm({ preview, payee, onClose }: PreviewFormProps) {
  const create = trpc.payouts.fromHours.useMutation()
  const pays = useRef(false)
  const payable = preview.filter(
    ({ amount, employee_id }) => amount > 0 && (payee === null || employee_id === payee),
  )
  const form = useAppForm({
    schema: payoutsFromHoursInput,
    initialValues: { previewed: payable.map(({ employee_id, amount }) => ({ employee_id, amount })) },
    onSubmit: async (values) => {
      const paid = pays.current
      const created = await create.mutateAsync({ ...values, paid })
      if (paid) toast(recorded(created))
      else {
        toast({
          title: created.length === 1 ? 'Payout created' : 'Payouts created',
          message: `${totalOf(created)} from approved hours, pending until you record the payment.`,
        })
      }
      onClose()
    },
    fallback: 'Failed to create payouts from approved hours',
  })
  const createAndRecord = async () => {
    pays.current = true
    await form.submit()
    pays.current = false
  }
  const { previewed } = form.fields.getValues()
  const isChosen = ({ employee_id }: PayoutPreview) =>
    previewed.some((chosen) => chosen.employee_id === employee_id)
  const choose = ({ employee_id, amount }: PayoutPreview, on: boolean) => {
    const others = previewed.filter((chosen) => chosen.employee_id !== employee_id)
    form.fields.setFieldValue('previewed', on ? [...others, { employee_id, amount }] : others)
  }
  const count = previewed.length === 1 ? '1 payout' : `${previewed.length || ''} payouts`.trim()
  return (
    <FormDialog
      title={TITLE}
      opened
      onClose={onClose}
      form={form}
      submitLabel={`Create ${count}`}
      also={{ label: 'Create and record as paid', onClick: () => void createAndRecord() }}
      size="lg"
    >
      <table className={classes.preview}>
        <thead>
          <tr>
            <th scope="col">Contributor</th>
            <th scope="col" className={classes.number}>
              Hours
            </th>
            <th scope="col" className={classes.number}>
              Rate
            </th>
            <th scope="col" className={classes.number}>
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {preview.map((hours) => (
            <PreviewRow
              key={hours.employee_id}
              hours={hours}
              chosen={isChosen(hours)}
              onChoose={(on) => choose(hours, on)}
            />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              Total
            </th>
            <td className={classes.number}>{totalOf(preview.filter(isChosen)) || '–'}</td>
          </tr>
        </tfoot>
      </table>
      <Text size="sm" c="dimmed">
        The payouts are pending until you record that you have paid them. No money is moved: make the transfer
        with your bank.
      </Text>
    </FormDialog>
  )
}

interface PreviewRowProps {
  hours: PayoutPreview
  chosen: boolean
  onChoose: (on: boolean) => void
}

function PreviewRow({ hours, chosen, onChoose }: PreviewRowProps) {
  const { employee_name, seconds, rates, amount, currency } = hours
  const rated = rates.filter(({ rate }) => rate > 0)
  return (
    <tr>
      <td>
        <Checkbox
          label={employee_name}
          disabled={amount === 0}
          checked={chosen}
          onChange={(event) => onChoose(event.currentTarget.checked)}
        />
      </td>
      <td className={classes.number}>{formatHours(seconds)}</td>
      <td className={classes.number}>
        {rated.length === 0
          ? 'No hourly rate'
          : rated.map(({ rate, seconds: part }) => (
              <div key={rate}>
                {rates.length > 1 && `${formatHours(part)} at `}
                {formatMoney(rate, currency)}
              </div>
            ))}
      </td>
      <td className={classes.number}>{amount === 0 ? '–' : formatCharged(amount, currency)}</td>
    </tr>
  )
}
