//! Vectors, rotations and angles in steps of a power of two.
use crate::sys;

/// To the nearest step, ties away from zero; clamped; NaN becomes 0. `scale` is a power of two.
fn fixed(value: f32, scale: f32) -> i32 {
    let steps = value * scale;
    let whole = steps as i32;
    if !(-8_388_608.0..8_388_608.0).contains(&steps) {
        return whole; // whole already, clamped by the conversion
    }
    let rest = steps - whole as f32;
    whole + i32::from(rest >= 0.5) - i32::from(rest <= -0.5)
}

fn fixed_vector(x: f32, y: f32, z: f32, scale: f32) -> [i32; 3] {
    [x, y, z].map(|c| fixed(c, scale))
}

macro_rules! vector {
    ($(#[$doc:meta])* $name:ident, $bits:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        #[repr(C)]
        pub struct $name {
            /// Along x.
            pub x: i32,
            /// Along y.
            pub y: i32,
            /// Along z.
            pub z: i32,
        }

        impl $name {
            const SCALE: f32 = (1u32 << $bits) as f32;

            /// In its unit.
            pub fn to_f32(self) -> [f32; 3] {
                [self.x, self.y, self.z].map(|c| c as f32 / Self::SCALE)
            }
        }
    };
}

vector! {
    /// Specific force or acceleration, m/s², Q8.23. A board at rest reads +9.81 on the axis that points up. All zeros count as missing.
    Force, 23
}
vector! {
    /// Angular rate, rad/s, Q6.25, right-handed.
    Rate, 25
}
vector! {
    /// Magnetic field, µT, Q12.19.
    Field, 19
}
vector! {
    /// The bias of a gyroscope, rad/s, Q1.30, each component within 2°/s.
    Bias, 30
}

impl Force {
    /// From m/s². A component out of range is clamped, and NaN becomes 0.
    pub fn from_ms2(x: f32, y: f32, z: f32) -> Self {
        let [x, y, z] = fixed_vector(x, y, z, Self::SCALE);
        Self { x, y, z }
    }

    /// From units of gravity, 9.80665 m/s². A component out of range is clamped, and NaN becomes 0.
    pub fn from_g(x: f32, y: f32, z: f32) -> Self {
        let [x, y, z] = fixed_vector(x * 9.80665, y * 9.80665, z * 9.80665, Self::SCALE);
        Self { x, y, z }
    }
}

impl Rate {
    /// From rad/s. A component out of range is clamped, and NaN becomes 0.
    pub fn from_rads(x: f32, y: f32, z: f32) -> Self {
        let [x, y, z] = fixed_vector(x, y, z, Self::SCALE);
        Self { x, y, z }
    }

    /// From degrees/s. A component out of range is clamped, and NaN becomes 0.
    pub fn from_dps(x: f32, y: f32, z: f32) -> Self {
        const RADIAN: f32 = 0.017_453_293;
        let [x, y, z] = fixed_vector(x * RADIAN, y * RADIAN, z * RADIAN, Self::SCALE);
        Self { x, y, z }
    }
}

impl Field {
    /// From µT. A component out of range is clamped, and NaN becomes 0.
    pub fn from_ut(x: f32, y: f32, z: f32) -> Self {
        let [x, y, z] = fixed_vector(x, y, z, Self::SCALE);
        Self { x, y, z }
    }
}

/// A rotation of norm 1, Q1.30.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Quaternion {
    /// The real part.
    pub w: i32,
    /// Along x.
    pub x: i32,
    /// Along y.
    pub y: i32,
    /// Along z.
    pub z: i32,
}

impl Quaternion {
    /// w, x, y, z, each −1 to 1.
    pub fn to_f32(self) -> [f32; 4] {
        [self.w, self.x, self.y, self.z].map(|c| c as f32 / (1 << 30) as f32)
    }

    /// Rotates a vector of the body frame to the reference frame. Components are clamped to the format.
    pub fn rotate(&self, force: Force) -> Force {
        let mut rotated = Force::default();
        unsafe { sys::quillon_rotate(self, &force, &mut rotated) };
        rotated
    }

    /// The angles as in aviation: yaw about z, then pitch about the new y axis, then roll about the new x axis. At a pitch of 90° roll is
    /// 0.
    pub fn euler_zyx(&self) -> Euler {
        let mut euler = Euler::default();
        unsafe { sys::quillon_euler_zyx(self, &mut euler) };
        euler
    }

    /// The angles as in Core Motion: yaw about z, then pitch about the new x axis, then roll about the new y axis. At a pitch of 90° roll
    /// is 0.
    pub fn euler_zxy(&self) -> Euler {
        let mut euler = Euler::default();
        unsafe { sys::quillon_euler_zxy(self, &mut euler) };
        euler
    }
}

/// Angles of an attitude, rad, Q2.29. The function that returns them determines the axes of pitch and roll.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Euler {
    /// −π to π.
    pub roll: i32,
    /// −π/2 to π/2.
    pub pitch: i32,
    /// About the vertical, −π to π.
    pub yaw: i32,
}

impl Euler {
    /// Roll, pitch and yaw, degrees.
    pub fn to_degrees(self) -> [f32; 3] {
        [self.roll, self.pitch, self.yaw].map(|angle| angle as f32 / (1 << 29) as f32 * 57.295_78)
    }
}
