/// Every chip that there is a driver for. A program that meets fewer has a shorter one of its own.
///
/// The order is that of the search. The ICM-42688 and the ICM-20948 come last of the chips at 68 and 69, because only their drivers write before
/// they are sure.
public typealias AnyChip<Configuration: BMI270Configuration> = EitherChip<
  MPU6050,
  EitherChip<
    LSM6DSOX,
    EitherChip<
      LSM6DS3TRC,
      EitherChip<
        LSM6DSV16X,
        EitherChip<
          BMI270<Configuration>,
          EitherChip<
            BMI160,
            EitherChip<
              LSM9DS1,
              EitherChip<
                QMI8658, EitherChip<BNO055, EitherChip<ICM42670, EitherChip<ICM42688, ICM20948>>>
              >
            >
          >
        >
      >
    >
  >
>
