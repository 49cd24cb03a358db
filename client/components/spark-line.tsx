import classes from './spark-line.module.css'

/** How a figure came to be, for the eye alone; nothing where it was always the same. */
export function SparkLine({ values }: { values: number[] }) {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  if (low === high) return null
  const points = values.map((value, index) => {
    const x = (index / (values.length - 1)) * 100
    return `${x},${100 - ((value - low) / (high - low)) * 100}`
  })
  return (
    <svg className={classes.line} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <polyline points={points.join(' ')} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
