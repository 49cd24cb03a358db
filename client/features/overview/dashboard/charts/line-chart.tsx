import { Tooltip } from '@mantine/core'
import { chartScale } from '../../../money/ledger/months/chart-scale.ts'
import classes from './charts.module.css'
import { apart } from './end-labels.ts'

export interface Line {
  label: string
  tone: 'accent' | 'quiet'
  values: number[]
}

interface LineChartProps {
  /** Text alternative for screen readers. */
  label: string
  /** Labels below the points; phones show every third. */
  names: string[]
  lines: Line[]
  format: (value: number) => string
  /** Values are divided by this for round tick labels: 100 for cents. */
  unit?: number
}

const HEIGHT = 160
const LABEL_HEIGHT = 34

/** Lines over the months, each labeled at its end. */
export function LineChart({ label, names, lines, format, unit = 1 }: LineChartProps) {
  const scale = chartScale(lines.flatMap(({ values }) => values.map((value) => value / unit)))
  const up = (value: number) => scale.place(value / unit) * 100
  const across = (index: number) => (names.length < 2 ? 0 : (index / (names.length - 1)) * 100)
  const ends = lines.map(({ values }) => (up(values.at(-1) ?? 0) / 100) * HEIGHT)
  const places = apart(ends, LABEL_HEIGHT, HEIGHT)
  return (
    <div role="img" aria-label={`${label}. The table shows the same figures.`} className={classes.lines}>
      <div className={classes.plot} style={{ height: HEIGHT }}>
        {scale.ticks.map((tick) => (
          <div key={tick} className={classes.tick} style={{ bottom: `${scale.place(tick) * 100}%` }}>
            <span>{format(Math.round(tick * unit))}</span>
          </div>
        ))}
        <div className={classes.area}>
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
            {lines.map(({ label: name, tone, values }) => (
              <polyline
                key={name}
                data-tone={tone}
                points={values.map((value, index) => `${across(index)},${100 - up(value)}`).join(' ')}
              />
            ))}
          </svg>
          {names.map((name, index) => (
            <Tooltip
              key={name}
              label={[name, ...lines.map((line) => `${line.label} ${format(line.values[index] ?? 0)}`)].join(
                ' · ',
              )}
            >
              <div className={classes.column} style={{ left: `${across(index)}%` }}>
                <span>{name.slice(0, 3)}</span>
              </div>
            </Tooltip>
          ))}
        </div>
        {lines.map(({ label: name, tone, values }, index) => (
          <div key={name} className={classes.end} data-tone={tone} style={{ bottom: places[index] }}>
            <span>{name}</span>
            {format(values.at(-1) ?? 0)}
          </div>
        ))}
      </div>
    </div>
  )
}
