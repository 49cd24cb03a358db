import { UnstyledButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useCopy } from '#client/lib/copy.ts'
import { paymentQrCode } from '#shared/base/qr.ts'
import { compactIban } from '#shared/money/invoices/epc.ts'
import { IBAN, type TransferDetails } from '#shared/money/invoices/invoice-paper.ts'
import classes from './invoice-sheet.module.css'

/** Bank details for a transfer, to copy or scan. */
export const BankTransfer = ({ transfer: { rows, epc } }: { transfer: TransferDetails }) => (
  <section className={classes.transfer} aria-label="Pay by bank transfer">
    <div>
      <p>
        <strong>Pay by bank transfer</strong>
      </p>
      <dl>
        {rows.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{label === IBAN ? <Iban iban={text} /> : text}</dd>
          </div>
        ))}
      </dl>
    </div>
    {epc !== null && <PaymentCode payload={epc} />}
  </section>
)

function Iban({ iban }: { iban: string }) {
  const { shown, copied, copy } = useCopy<HTMLSpanElement>(compactIban(iban))
  return (
    <>
      <span ref={shown} className={classes.iban}>
        {iban}
      </span>
      <UnstyledButton className={classes.copy} onClick={copy}>
        {copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
        {copied ? 'Copied' : 'Copy IBAN'}
      </UnstyledButton>
    </>
  )
}

function PaymentCode({ payload }: { payload: string }) {
  const { path, size } = paymentQrCode(payload)
  return (
    <figure className={classes.code}>
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code for the bank transfer">
        <path d={path} shapeRendering="crispEdges" />
      </svg>
      <figcaption className={classes.small}>Scan with your banking app</figcaption>
    </figure>
  )
}
