/* The formats of receivers, for a macro that is used with each name. */
/* Generated from SerialFormat.swift by `make lists`: do not edit. */
#define FORMATS(X) \
  X(csv) X(tagged) X(witmotion_11) X(witmotion_ble) X(bno08x_rvc) X(x_imu3) X(mavlink) X(razor_text) X(razor_binary_sensors) \
  X(vectornav_ascii) X(vectornav_binary) X(xsens_xbus) X(mip)
/* End of the generated part. */
