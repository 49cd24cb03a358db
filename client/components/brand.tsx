import { useAppInfo } from '#client/lib/app-info.ts'
import classes from './brand.module.css'

/** The installation's logo, or its name if it has none. */
export function Brand() {
  const { app_name, logo } = useAppInfo()
  return logo === null ? (
    <span className={classes.name}>{app_name}</span>
  ) : (
    <img className={classes.logo} src={logo} alt={app_name} />
  )
}
