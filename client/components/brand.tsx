import { useAppInfo } from '#client/lib/app-info.ts'
import classes from './brand.module.css'
import { Mark } from './mark.tsx'

/** The installation's logo, or the product's mark and its name. */
export function Brand() {
  const { app_name, logo } = useAppInfo()
  return logo === null ? (
    <span className={classes.own}>
      <Mark size={22} />
      <span className={classes.name}>{app_name}</span>
    </span>
  ) : (
    <img className={classes.logo} src={logo} alt={app_name} />
  )
}
