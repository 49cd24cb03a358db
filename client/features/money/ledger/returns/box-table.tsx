import { formatMoney } from '#shared/base/amounts/money.ts'
import type { ReturnBox } from '#shared/money/ledger/returns.ts'
import classes from '../finance.module.css'
import { FigureButton } from './figure-button.tsx'

/** The boxes of a form, each with the amount to enter and the exact sum in the books. */
export function BoxTable({ boxes, currency }: { boxes: readonly ReturnBox[]; currency: string }) {
  const money = (amount: number) => formatMoney(amount, currency)
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th className={classes.box}>Box</th>
            <th>Description</th>
            <th className={classes.number}>On the form</th>
            <th className={classes.number}>In the books</th>
          </tr>
        </thead>
        <tbody>
          {boxes.map(({ key, code, label, form, exact, count }) => (
            <tr key={key}>
              <td className={classes.box}>{code}</td>
              <td>
                <FigureButton figure={key} count={count}>
                  {label}
                </FigureButton>
              </td>
              <td className={classes.number}>{money(form)}</td>
              <td className={classes.number} data-quiet>
                {money(exact)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
