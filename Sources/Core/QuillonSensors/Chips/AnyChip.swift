/// Every chip that there is a driver for. A program that meets fewer has a shorter one of its own.
///
/// The order is that of the search. The ICM-20948 comes last of the chips at 68 and 69, because only its driver writes before it is sure.
public typealias AnyChip<Configuration: BMI270Configuration> = EitherChip<
  MPU6050,
  EitherChip<
    LSM6DSOX,
    EitherChip<LSM6DS3TRC, EitherChip<BMI270<Configuration>, EitherChip<LSM9DS1, ICM20948>>>
  >
>
