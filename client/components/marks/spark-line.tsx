import classes from './spark-line.module.css'

/** A figure's recent history; decorative, and hidden if the values never changed. */
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
